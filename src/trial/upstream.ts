import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SourceCopy } from './sources/index.ts'

/** The fixture of the network beyond the fork: the variables that tell an agent of it, and its end. */
export interface Upstream { readonly env: Readonly<Record<string, string>>; close(): Promise<void> }

/**
 * Serves the source of the network on the loopback of the host, which a fork reaches only where it has the host's network:
 * what the property `network` keeps out. Says what programs/fixture-server.py says inside a fork, without a log, since
 * nothing of it lies in what is sealed.
 */
export async function serveOnHost({ root, files }: Pick<SourceCopy, 'root' | 'files'>): Promise<Upstream> {
  const read = (name: string): Uint8Array | undefined => files.find(({ path }) => path === `${root}/${name}`)?.bytes
  const routes = JSON.parse(Buffer.from(read('routes.json')!).toString('utf8')) as Readonly<Record<string, string>>
  const answer = (path: string): Uint8Array | undefined => Object.hasOwn(routes, path) ? read(routes[path]!) : undefined
  const direct = await listening(404, (target) => answer(decoded(target)))
  const proxy = await listening(403, (target) => throughMirror(target, answer))
  return {
    env: { POLYGRAPH_NETWORK: addressOf(direct), POLYGRAPH_PROXY: addressOf(proxy) },
    close: async () => { await Promise.all([direct, proxy].map(closed)) },
  }
}

/** The proxy lets the agent ask the mirror and nobody else; the mirror fetches for those who ask. */
function throughMirror(target: string, answer: (path: string) => Uint8Array | undefined): Uint8Array | undefined {
  const url = URL.parse(target)
  if (url?.hostname !== 'mirror.test') return undefined
  if (url.pathname === '/status') return Buffer.from('ok\n')
  const wanted = url.pathname === '/fetch' ? URL.parse(url.searchParams.get('url') ?? '') : null
  return wanted === null ? undefined : answer(decoded(wanted.pathname))
}

async function listening(otherwise: number, answer: (target: string) => Uint8Array | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    const body = answer(request.url ?? '')
    response.writeHead(body === undefined ? otherwise : 200, { 'Content-Length': body?.length ?? 0, 'Connection': 'close' })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A run that ends must not wait for it.
  server.unref()
  return server
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A path as it is meant; one that is badly encoded stays as it is and is on no route. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
