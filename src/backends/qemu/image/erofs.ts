import { command } from '../../rootfs/command.ts'
import { TREE_TIME } from '../../rootfs/normalise.ts'

/**
 * A tree as a read-only disk. EROFS, since an image of it is the same to the byte for the same tree: one time, one owner,
 * one identity, no unused block. Uncompressed: what is unpacked again under emulation costs more than it saves.
 */
export async function makeDisk(tree: string, file: string, identity: string, signal?: AbortSignal): Promise<void> {
  // An identity drawn from what is in it, in the form that the tool wants.
  const uuid = identity.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  const argv = ['mkfs.erofs', '--quiet', `-T${TREE_TIME}`, '--all-root', `-U${uuid}`, file, tree]
  await command('the disk could not be made (mkfs.erofs is of the package erofs-utils)', argv, { signal })
}
