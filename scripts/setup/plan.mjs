// What follows from the facts: a refusal, or the actions that are missing. Pure, so that every kind of host is a test.

/** The sentence that ends set-up where this host can't do what was asked; null where it can. */
export function refusal(facts) {
  if (facts.forks && facts.platform !== 'linux') {
    return `The namespaces backend needs Linux and this is ${facts.platform}: run it on Debian 12 or newer, or Ubuntu 24.04, for example in a virtual machine, or choose another backend with --backend.`
  }
  if (facts.namespaces && facts.namespaces.work === false) return noNamespaces(facts)
  if (required(facts).length > 0 && !canInstall(facts)) return cannotInstall(facts)
  if (needsInstall(facts) && !facts.npm) return 'npm is not on PATH: install Node 20 or newer together with npm.'
  return null
}

/** The actions that are missing, in order, each with the line that says what and why. */
export function actions(facts) {
  const list = []
  const packages = wanted(facts)
  if (packages.length > 0) {
    const sudo = facts.uid !== 0
    list.push({ kind: 'packages', names: packages.map((row) => row.package), sudo, line: packagesLine(packages, sudo, facts.sudo) })
  }
  if (needsInstall(facts)) {
    const why = facts.install.state === 'missing' ? 'node_modules is missing' : 'node_modules is not what package-lock.json says'
    list.push({ kind: 'install', digest: facts.install.digest, line: `npm ci, because ${why}` })
  } else if (facts.node.state !== 'works' && facts.install.state !== 'packaged') {
    const why = facts.node.state === 'missing' ? 'npm did not run its install script' : 'it does not start'
    list.push({ kind: 'node', line: `npm rebuild node, because the pinned Node is not usable: ${why}` })
  }
  return list
}

function needsInstall(facts) {
  return facts.install.state === 'missing' || facts.install.state === 'differs'
}

function required(facts) {
  return facts.missing.filter((row) => !row.optional)
}

function canInstall(facts) {
  return facts.hasApt && facts.sudo !== 'none'
}

// A password is worth asking for what is required, and then the rest comes along; never for an optional package alone.
function wanted(facts) {
  if (!canInstall(facts)) return []
  return required(facts).length > 0 || facts.sudo !== 'asks' ? facts.missing : []
}

function packagesLine(packages, sudo, kind) {
  const reasons = packages.map((row) => `${row.package} (${row.why})`).join(', ')
  const how = sudo ? `apt-get with sudo${kind === 'asks' ? ', which may ask for your password' : ''}` : 'apt-get'
  return `installing by ${how}: ${reasons}`
}

function cannotInstall(facts) {
  const rows = required(facts)
  const names = rows.map((row) => row.package).join(' ')
  const files = rows.map((row) => row.file).join(', ')
  if (!facts.hasApt) return `Missing: ${files}. This host has no apt-get, so install what provides them and run this again.`
  return `Missing: ${files}. Installing needs root and sudo is not usable here; run this as root and try again: apt-get update && apt-get install -y ${names}`
}

function noNamespaces(facts) {
  const { apparmorRestricts, most, unprivileged, said } = facts.namespaces
  if (facts.uid === 0) {
    return `The namespaces backend needs the right to make namespaces, and root has none here (a container without it?): start the container with --cap-add SYS_ADMIN and without its seccomp and AppArmor profiles, use the host itself, or choose another backend with --backend. unshare said: ${said}`
  }
  const asRoot = 'run the same command as root, or choose another backend with --backend'
  if (apparmorRestricts) {
    return `AppArmor keeps ordinary users from making namespaces here, as Ubuntu 24.04 does by default: allow it with sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, ${asRoot}.`
  }
  if (most === 0) {
    return `User namespaces are switched off here (user.max_user_namespaces is 0): allow them with sudo sysctl -w user.max_user_namespaces=15000, ${asRoot}.`
  }
  if (unprivileged === 0) {
    return `Ordinary users may not make user namespaces here (kernel.unprivileged_userns_clone is 0): allow it with sudo sysctl -w kernel.unprivileged_userns_clone=1, ${asRoot}.`
  }
  return `Neither root nor user namespaces: the namespaces backend needs one of them, so ${asRoot}. unshare said: ${said}`
}

/** What is still missing after apt-get has had its turn; null where nothing is. */
export function packagesRefusal(facts) {
  const rows = required(facts)
  if (rows.length === 0) return null
  const names = rows.map((row) => row.package).join(' ')
  return `apt-get ran, and ${rows.map((row) => row.file).join(', ')} is still missing; try as root: apt-get install --reinstall ${names}`
}

/** What is wrong with the pinned Node once everything is installed; null where it works. */
export function nodeRefusal(facts) {
  if (facts.node.state === 'works') return null
  if (facts.node.state === 'broken') {
    return `The pinned Node does not start on this machine (${facts.node.said || 'no message'}): it needs Linux with glibc on x64 or arm64.`
  }
  return 'The pinned Node is missing: npm ran no install script for the package "node". Allow it and install again.'
}
