import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Control, Finding, Phase, RowFacts } from '../schema/index.ts'

/**
 * An experiment is a plan and an analysis, both pure: trials as data, and findings from trial rows alone. `analyse` gets the
 * rows of its own experiment only.
 */
export interface Experiment {
  readonly id: string
  readonly title: string
  readonly question: string
  plan(catalogue: Catalogue): readonly Phase[]
  analyse(rows: readonly RowFacts[]): Analysis
}

export interface Analysis {
  readonly findings: readonly Finding[]
  readonly controls: readonly Control[]
  readonly tables: readonly Table[]
}

/** A table of the report and of tables/*.csv. Cells are data; escaping is the writer's affair. */
export interface Table {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}
