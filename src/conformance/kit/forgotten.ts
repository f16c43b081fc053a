import {
  defineProbe, endOf, type Execution, type Fork, holdsIf, type Probe, type ProbeContext, textOf, unsupported, unverified,
} from '../../contract/index.ts'

/**
 * Something that holds a word and that no seal may keep, as POSIX shell. `make` gets the word as its input (exit 77 says, on
 * stdout, that this can't be done here); `look` prints the word where it is still there.
 */
export interface Fleeting { readonly make: string; readonly look: string }

/** A probe that makes something, sees it in its own fork, seals that, and looks for it in a fork of the sealed state. */
export function forgotten({ make, look }: Fleeting): Probe {
  return defineProbe(async ({ prepare, fork, shell, seal, nonce }) => {
    const word = nonce(16)
    const one = await fork(await prepare())
    const left = await shell(one, make, { stdin: Buffer.from(word) })
    if (left.exitCode === 77) return unsupported(textOf(left.stdout).trim())
    const own = await shell(one, look)
    if (left.exitCode !== 0 || !textOf(own.stdout).includes(word)) return unverified(`it is not there in its own fork: ${endOf(left)}; ${endOf(own)}`)
    const found = textOf((await shell(await fork(await seal(one)), look)).stdout).includes(word)
    return holdsIf(!found, found ? 'a fork of the sealed state has it' : 'it was there in its own fork, and is not in one of the sealed state')
  })
}

// The word comes as input and lies in memory, where nothing is looked for, so that no search finds itself. -D skip: no FIFO is opened.
const SEARCH = `word=$(mktemp -p /dev/shm) && cat > "$word"
timeout 8 grep -rlsaF -D skip -f "$word" . "$HOME" /tmp /var/tmp /var/log /etc /run; test $? -ne 124 || { rm "$word"; echo "too much to look through in 8 s"; exit; }
cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2> /dev/null | grep -qaF -f "$word" && echo /proc
rm "$word"; echo done`

/** A probe that looks for a word which a command was given, and printed, in the files and processes of a fork of the sealed state. */
export function unrecorded(give: (context: ProbeContext, fork: Fork, word: string) => Promise<Execution>): Probe {
  return defineProbe(async (context) => {
    const { fork, shell, seal, nonce } = context
    const word = nonce(16)
    const one = await fork()
    const given = await give(context, one, word)
    if (!textOf(given.stdout).includes(word)) return unverified(`the command did not get it: ${endOf(given)}`)
    const look = await shell(await fork(await seal(one)), SEARCH, { stdin: Buffer.from(word) })
    const found = textOf(look.stdout).trim().split('\n')
    if (found.pop() !== 'done') return unverified(`it could not be looked for: ${endOf(look)}`)
    return holdsIf(found.length === 0, found.length === 0 ? 'in no file and no process of a fork of the sealed state' : `found in ${found.join(' ')}`)
  })
}
