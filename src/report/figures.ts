import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as vega from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { Report } from './compose.ts'
import { FIGURES, type DataRow } from './figure-data.ts'
import { textWidth } from './text-width.ts'

/** Vega's hook for hosts without a canvas; its types don't show it. */
interface TextItem { readonly fontSize?: number; readonly fontWeight?: string | number; readonly text?: unknown }
const { textMetrics } = vega as unknown as { textMetrics: { width: (item: TextItem, text?: unknown) => number } }
textMetrics.width = (item, text) => textWidth(String(text ?? item.text ?? ''), item.fontSize ?? 11, item.fontWeight === 'bold')

/** A drawn figure: SVG text, deterministic for the same report. */
export interface Figure { readonly id: string; readonly experiment: string; readonly caption: string; readonly svg: string }

/** Draws every figure that the report has rows for, in fixed order. Rejects only where a specification itself is broken. */
export async function drawFigures(report: Report): Promise<readonly Figure[]> {
  const folder = reportsFolder()
  const config = JSON.parse(await readFile(join(folder, 'theme.json'), 'utf8')) as Record<string, unknown>
  const figures: Figure[] = []
  for (const { id, experiment, caption, data } of FIGURES) {
    const rows = report.experiments.some((each) => each.experiment.id === experiment) ? data(report) : []
    if (rows.length === 0) continue
    const specification = JSON.parse(await readFile(join(folder, 'figures', `${id}.vl.json`), 'utf8')) as TopLevelSpec
    figures.push({ id, experiment, caption, svg: await draw(specification, id, rows, config) })
  }
  return figures
}

/** Compiles one specification with its named data and the theme, headless. */
async function draw(specification: TopLevelSpec, name: string, rows: readonly DataRow[], config: Record<string, unknown>): Promise<string> {
  const strict = { level: () => strict, error: fatal, warn: fatal, info: () => strict, debug: () => strict }
  const compiled = compile({ ...specification, datasets: { [name]: rows }, config } as TopLevelSpec, { logger: strict as never })
  const view = new vega.View(vega.parse(compiled.spec), { renderer: 'none' })
  try {
    return `${await view.toSVG()}\n`
  } finally {
    view.finalize()
  }
}

/** Both layers of a faceted matrix take their rows from one field of one data set, which Vega-Lite can't know. */
const HARMLESS = 'Detected faceted independent scales that union domain of the same fields'

/** A chart that compiles with a warning draws something other than it says. */
function fatal(...messages: readonly unknown[]): void {
  const text = messages.map(String).join(' ')
  if (!text.startsWith(HARMLESS)) throw new Error(`chart specification: ${text}`)
}

/** reports/ of this package, found from the source tree and from the built one alike. */
function reportsFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'reports', 'theme.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('reports/theme.json is missing from this package')
    folder = above
  }
  return join(folder, 'reports')
}
