/** Tests mean something only on the Node the lock file pins; a system Node that slips in is told, not used. */
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  throw new Error(`Tests need Node 24 or newer, this is ${process.versions.node}. Run them with: npm test`)
}
