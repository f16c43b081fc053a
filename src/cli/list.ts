import type { Command } from 'commander'
import { BACKENDS } from '../backends/registry.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { EXPERIMENTS } from '../experiments/index.ts'
import { printable } from '../schema/index.ts'
import type { Io } from './io.ts'
import { json } from './io.ts'
import { openCatalogue, pick } from './open.ts'
import { catalogueOption, jsonOption } from './options.ts'
import { columns } from './columns.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

/** What there is of each kind, and the fields that the text form shows. */
const KINDS: ReadonlyMap<string, { readonly shown: readonly string[]; items(catalogue: Catalogue): readonly Item[] }> = new Map([
  ['agents', { shown: ['label', 'conduct', 'trick'], items: ({ agents }: Catalogue) => [...agents.values()].map((agent) => without(agent, 'script', 'dir')) }],
  ['tasks', {
    shown: ['language', 'environment', 'cases', 'description'],
    items: ({ tasks }: Catalogue) => [...tasks.values()].map((task) => ({
      id: task.id, language: task.language, environment: task.environment, description: task.description, artifact: task.artifact, visibleTest: task.visibleTest, digest: task.digest,
      cases: { visible: task.cases.visible.length, stated: task.cases.visible.length + task.cases.statedOnly.length, 'held-out': task.cases.heldOut.length },
    })),
  }],
  ['verifiers', {
    shown: ['kind', 'place', 'cases', 'user', 'believes'],
    items: ({ verifiers }: Catalogue) => [...verifiers.values()].map(({ id, kind, place, believes, cases, user, digest }) => ({ id, kind, place, believes, cases, user, digest })),
  }],
  ['backends', { shown: ['summary'], items: () => [...BACKENDS.values()].map(({ id, summary }) => ({ id, summary })) }],
  ['environments', { shown: ['suite', 'writable', 'packages'], items: ({ environments }: Catalogue) => [...environments.values()].map((environment) => without(environment, 'dir')) }],
  ['experiments', { shown: ['title', 'question'], items: () => [...EXPERIMENTS.values()].map(({ id, title, question }) => ({ id, title, question })) }],
])

export function list(program: Command, io: Io): void {
  program.command('list').argument('<kind>', [...KINDS.keys()].join(', '))
    .description('lists what there is of a kind')
    .addOption(catalogueOption()).addOption(jsonOption())
    .action(async (kind: string, options: { catalogue: readonly string[]; json: boolean }) => {
      const { shown, items } = pick(KINDS, kind, 'list')
      const found = items(await openCatalogue(io, options.catalogue))
      if (options.json) return json(io, found)
      const head = ['id', ...shown]
      io.out(columns([head, ...found.map((item) => head.map((field) => text(item[field])))], io.width))
    })
}

function without<T extends { readonly id: string }>(item: T, ...fields: readonly (keyof T)[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field as keyof T))) as Item
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (value !== null && typeof value === 'object') return Object.entries(value).map(([key, item]) => `${String(item)} ${key}`).join(', ')
  return printable(String(value ?? ''))
}
