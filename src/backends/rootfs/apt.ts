/**
 * Debian's apt with a tree of its own: no source, key, preference, hook or installed package of the host plays a part,
 * only the host's network settings do. InRelease is checked against Debian's archive keyring, Packages against
 * InRelease, each .deb against Packages.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command, tryCommand, type CommandResult } from './command.ts'
import { RootfsFailure } from './failure.ts'
import type { Architecture, PinnedPackage } from './types.ts'

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const APT_HELPER = '/usr/lib/apt/apt-helper'

/** Which of the host's apt settings hold here too: the ways to the network, and leniency about a wrong clock. */
const HOST_SETTINGS = /^Acquire::(http|https|Retries|ForceIPv4|ForceIPv6|Check-Date|Check-Valid-Until)\b/

export interface AptOptions {
  /** Where the private tree is made; it is removed again. */
  tmpDir: string
  mirror: string
  suite: string
  architecture: Architecture
  signal?: AbortSignal | undefined
  offline?: boolean | undefined
}

/** Runs `work` with the path of an apt configuration that knows nothing but `mirror`. */
async function withPrivateApt<T>(options: AptOptions, work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  if (options.offline === true) throw new RootfsFailure('The package index was not asked, since this build is to use the cache alone.')
  if (!existsSync(APT_HELPER)) {
    throw new RootfsFailure('apt is not on this machine. Environments are built on Debian or Ubuntu; elsewhere use --root host.')
  }
  const dir = await mkdtemp(join(options.tmpDir, 'apt-'))
  try {
    for (const name of ['lists/partial', 'cache/archives/partial', 'etc/empty', 'log']) {
      await mkdir(join(dir, name), { recursive: true })
    }
    await writeFile(join(dir, 'status'), '')
    await writeFile(
      join(dir, 'etc/sources.list'),
      `deb [arch=${options.architecture} signed-by=${KEYRING}] ${options.mirror} ${options.suite} main\n`,
    )
    // Proxy settings can hold a password.
    await writeFile(join(dir, 'apt.conf'), await configuration(dir, options), { mode: 0o600 })
    return await work({ APT_CONFIG: join(dir, 'apt.conf') })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function configuration(dir: string, options: AptOptions): Promise<string> {
  if (/["\n\\]/.test(dir)) throw new RootfsFailure(`apt can't work in a folder with such a name: ${dir}. Set POLYGRAPH_CACHE to another.`)
  const { stdout } = await tryCommand(['apt-config', 'dump'], { signal: options.signal })
  const network = stdout.split('\n').filter((line) => HOST_SETTINGS.test(line))
  const empty = `${dir}/etc/empty`
  return [
    // apt's own 3 keep somebody without network waiting for 14 seconds.
    'Acquire::Retries "2";',
    ...network,
    `Dir "${dir}/";`,
    `Dir::State "${dir}";`,
    `Dir::State::lists "${dir}/lists";`,
    `Dir::State::status "${dir}/status";`,
    `Dir::Cache "${dir}/cache";`,
    `Dir::Log "${dir}/log";`,
    `Dir::Etc "${dir}/etc";`,
    `Dir::Etc::sourcelist "sources.list";`,
    ...['sourceparts', 'parts', 'preferencesparts', 'trustedparts', 'netrcparts'].map((key) => `Dir::Etc::${key} "${empty}";`),
    ...['main', 'preferences', 'trusted', 'netrc'].map((key) => `Dir::Etc::${key} "${empty}/none";`),
    `APT::Architecture "${options.architecture}";`,
    `APT::Architectures { "${options.architecture}"; };`,
    'APT::Install-Recommends "false";',
    // Half an update is no update: without this apt-get ends with 0 when a list could not be fetched.
    'APT::Update::Error-Mode "any";',
    // The cache may lie where apt's own download user can't reach; everything fetched is verified afterwards.
    'APT::Sandbox::User "root";',
    'Acquire::Languages "none";',
    'Acquire::AllowInsecureRepositories "false";',
    'Acquire::ForceHash "SHA256";',
    'Dpkg::Use-Pty "0";',
    '',
  ].join('\n')
}

/**
 * The closure of `packages` as the signed index of the mirror gives it today, without recommended packages.
 * Throws a RootfsFailure where the mirror can't be reached, a signature is wrong or a package doesn't exist.
 */
export async function resolvePackages(packages: readonly string[], options: AptOptions): Promise<PinnedPackage[]> {
  if (!existsSync(KEYRING)) {
    throw new RootfsFailure(`Debian's keys are not on this machine (${KEYRING}). Install the package debian-archive-keyring.`)
  }
  return withPrivateApt(options, async (env) => {
    const how = { env, signal: options.signal }
    await command(`The package index of ${options.mirror} could not be fetched and verified`, ['apt-get', 'update', '-q'], how)
    const asked = ['apt-get', 'install', '--print-uris', '-qq', '-y', '--', ...packages]
    const { stdout } = await command(`The packages of ${options.suite} could not be resolved`, asked, how)
    return parseUris(stdout)
  })
}

/** Reads the output of `apt-get --print-uris`: `'URI' name_version_architecture.deb size SHA256:digest`. */
export function parseUris(text: string): PinnedPackage[] {
  return text.split('\n').filter((line) => line.startsWith("'")).map((line) => {
    const found = /^'[^']*\/(pool\/[^']+)' ([^_ ]+)_([^_ ]+)_([^_ ]+)\.deb ([0-9]+) SHA256:([0-9a-f]{64})$/.exec(line)
    if (found === null) throw new RootfsFailure(`apt answered in a form that Polygraph doesn't know: ${line}`)
    const [, source = '', name = '', version = '', architecture = '', size = '', sha256 = ''] = found
    return { name, version: decodeURIComponent(version), architecture, sha256, size: Number(size), source: decodeURIComponent(source) }
  })
}

/**
 * Fetches files of the mirror's pool through apt (so that the host's proxies hold) into `dir`, named by SHA-256.
 * Files that could not be fetched are simply not there afterwards; the result tells why.
 */
export async function downloadPackages(
  packages: readonly PinnedPackage[],
  dir: string,
  options: AptOptions,
): Promise<CommandResult> {
  return withPrivateApt(options, async (env) => {
    const files = packages.flatMap((one) => [
      `${options.mirror}/${encodeURI(one.source).replaceAll('+', '%2b')}`,
      join(dir, one.sha256),
      `SHA256:${one.sha256}`,
    ])
    return tryCommand([APT_HELPER, 'download-file', ...files], { env, signal: options.signal })
  })
}
