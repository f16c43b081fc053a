import { unrecorded } from 'polygraph/probe'

export default unrecorded(({ shell }, fork, word) => shell(fork, 'echo "$SECRET"', { env: { PATH: '/usr/bin:/bin', SECRET: word } }))
