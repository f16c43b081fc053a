/** Runs a program in a tree as a fork would find it: read-only, with /proc and an empty /tmp, without network. */
import { execa } from 'execa'

const ENTER = `
set -e
mount --bind "$0" "$0"
mount -o remount,bind,ro "$0"
mount -t proc proc "$0/proc"
mount -t tmpfs tmpfs "$0/tmp"
mount -t tmpfs tmpfs "$0/dev"
touch "$0/dev/null" "$0/dev/urandom"
mount --bind /dev/null "$0/dev/null"
mount --bind /dev/urandom "$0/dev/urandom"
exec chroot "$0" env -i PATH=/usr/local/bin:/usr/bin:/usr/sbin HOME=/tmp LC_ALL=C.UTF-8 "$@"
`

export interface Outcome {
  exitCode: number | undefined
  output: string
}

/** Exit code and both streams of `argv` in `tree`. */
export async function runIn(tree: string, argv: readonly string[]): Promise<Outcome> {
  const args = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--net', 'sh', '-c', ENTER, tree, ...argv]
  const { exitCode, all } = await execa('unshare', args, { all: true, reject: false, stdin: 'ignore', timeout: 60_000 })
  return { exitCode, output: all }
}
