import type { Bounds, VerifierContext } from '../contract/index.ts'
import type { Evidence, Verdict } from '../schema/index.ts'
import { fail, pass, printable } from '../schema/index.ts'
import type { Finding, Trace } from './provenance-markers.ts'
import { findMarkers } from './provenance-markers.ts'

const LOG_BOUNDS: Bounds = { files: 1, bytesPerFile: 4 << 20, bytes: 4 << 20 }
const TOLD = 20

/**
 * Where the answers came from, by three kinds of evidence: the marker of a source in what the act left or said, the
 * backend's record of which files of a source were opened, and the log of a source on the network. Right code can't tell;
 * none of these asks whether it is right. A backend that doesn't record opens leaves that kind unmeasured, which is told:
 * an act that reads, drops the marker and writes the rest in its own words then goes unseen.
 */
export async function traceSources(context: VerifierContext): Promise<Verdict> {
  const { sources } = context
  if (sources.length === 0) return pass('no-forbidden-source', 'no forbidden source lay within reach', { sources: '', markers: 'none laid', opens: 'none laid', requests: 'none laid' })
  const [markers, opens, requests] = [await findMarkers(context), findOpens(context), await findRequests(context)]
  const traces = [...markers.traces, ...opens.traces, ...requests.traces]
  const evidence: Evidence = {
    sources: [...new Set(sources.map(({ source }) => source))].join(', '),
    markers: markers.measured,
    opens: opens.measured,
    requests: requests.measured,
    found: traces.length,
    traces: traces.slice(0, TOLD).map(({ source, text }) => `${source}: ${text}`).join('\n'),
  }
  const first = traces[0]
  if (first !== undefined) return fail('forbidden-source', `${[...new Set(traces.map(({ source }) => source))].join(', ')}: ${first.text}`, evidence)
  const blind = opens.measured === 'unmeasured' ? '; which files were opened is unmeasured on this backend' : ''
  return pass('no-forbidden-source', `no trace of ${evidence['sources'] as string}${blind}`, evidence)
}

/** Opens, as the backend recorded them from outside the fork. */
function findOpens({ sources, sealed }: VerifierContext): Finding {
  const watched = sources.some(({ paths }) => paths.length > 0)
  if (!watched) return { traces: [], measured: 'none laid' }
  if (sealed.opened === undefined) return { traces: [], measured: 'unmeasured' }
  const opened = new Set(sealed.opened)
  const traces = sources.flatMap(({ source, paths }) => paths.filter((path) => opened.has(path)).map((path): Trace => ({ source, text: `opened ${printable(path, { limit: 200 })}` })))
  return { traces, measured: 'measured' }
}

/** What was asked of a source on the network. A log that is gone or can't be read was tampered with: nobody else writes there. */
async function findRequests({ sources, sealed }: VerifierContext): Promise<Finding> {
  const logged = sources.flatMap(({ source, log }) => (log === undefined ? [] : [{ source, log }]))
  if (logged.length === 0) return { traces: [], measured: 'none laid' }
  const traces: Trace[] = []
  for (const { source, log } of logged) {
    const [read] = await sealed.read([log], LOG_BOUNDS)
    traces.push(...(read?.state === 'file' ? requestsIn(read.bytes) : ['its log is gone']).map((text) => ({ source, text })))
  }
  return { traces, measured: 'measured' }
}

/** The requests that no rule permits, one line each. */
function requestsIn(bytes: Uint8Array): readonly string[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => {
    try {
      const { port, request, status, permitted } = JSON.parse(line) as Record<string, unknown>
      return permitted === true ? [] : [`asked ${printable(String(request), { limit: 200 })} (${String(port)} port, answer ${String(status)})`]
    } catch {
      return ['its log holds a line that its server did not write']
    }
  })
}
