import { unrecorded } from 'polygraph/probe'

export default unrecorded(({ exec }, fork, word) => exec(fork, ['/bin/echo', word]))
