// All are made at once and written before any is read, so that they do stand together.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const forks = await Promise.all(Array.from({ length: 16 }, () => fork()))
  await Promise.all(forks.map((one, number) => shell(one, `echo ${number} >> own`)))
  const found = await Promise.all(forks.map(async (one) => textOf((await shell(one, 'cat own')).stdout).trim()))
  const right = found.filter((text, number) => text === String(number)).length
  return holdsIf(right === 16, `${right} of 16 forks held what was written there and nothing else`)
})
