// Whether node_modules holds what the lock file asks for.

/**
 * Compares a lock file with the record npm keeps in node_modules. True means that `npm ci` would change nothing, so
 * that a tree made by hand with npm install isn't thrown away. Packages for other machines may be absent.
 */
export function sameInstall(lockText, installedText) {
  const locked = packagesIn(lockText)
  const installed = packagesIn(installedText)
  if (!locked || !installed) return false
  for (const [where, entry] of locked) {
    const present = installed.get(where)
    if (present ? !samePackage(entry, present) : !entry.optional && !entry.peer) return false
  }
  return [...installed.keys()].every((where) => locked.has(where))
}

function packagesIn(text) {
  try {
    return new Map(Object.entries(JSON.parse(text).packages).filter(([where]) => where !== ''))
  } catch {
    return null
  }
}

function samePackage(a, b) {
  return a.version === b.version && a.integrity === b.integrity
}
