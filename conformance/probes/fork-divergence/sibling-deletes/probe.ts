import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, shell, nonce }) => {
  const name = `kept-${nonce()}`
  const start = await prepare([{ path: `/workspace/${name}`, bytes: Buffer.from('x\n'), mode: 0o644, owner: 'agent' }])
  const [deleter, running] = [await fork(start), await fork(start)]
  const gone = await shell(deleter, `rm ${name} && ! test -e ${name}`)
  if (gone.exitCode !== 0) return unverified(`it could not be deleted: ${endOf(gone)}`)
  const looks = [await shell(running, `cat ${name}`), await shell(await fork(start), `cat ${name}`)]
  return holdsIf(looks.every(({ exitCode }) => exitCode === 0), `a sibling that ran: ${endOf(looks[0]!)}; one made later: ${endOf(looks[1]!)}`)
})
