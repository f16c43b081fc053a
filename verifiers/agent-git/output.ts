/** The paths that git's status (`--porcelain -z`) and its diff name, each once. */
export function changedPaths(status: string, diff: string): readonly string[] {
  return [...new Set([...ofStatus(status), ...ofDiff(diff)])]
}

/** Entries end with a NUL. One of a renamed file is followed by another, the name that it had. */
function ofStatus(status: string): readonly string[] {
  const entries = status.split('\0').filter((entry) => entry !== '')
  return entries.map((entry, index) => (index > 0 && /^[RC]/.test(entries[index - 1]!) ? entry : entry.slice(3)))
}

function ofDiff(diff: string): readonly string[] {
  return [...diff.matchAll(/^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/gm)].map(([, , path]) => path!)
}
