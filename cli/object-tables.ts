import type { CustomResourceDefinition } from '../src/api/apiextensions/v1/types.gen.js'
import type { KindStrategy } from '../src/api/strategies/kind-strategy.js'
import { strategyFor } from '../src/api/strategies/strategies.js'
import { builtInTableConvertor } from '../src/api/tables/built-in-tables.js'
import { printColumnsOfCRD } from '../src/meta/table/print-columns.js'
import { newTableConvertor } from '../src/meta/table/table-convertor.js'
import type { Table } from '../src/meta/v1/types.gen.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { isUnstructured } from '../src/runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'
import type { GroupVersionKind } from '../src/schema/group-version-kind.js'

/** With what tables are made. */
export interface TableSources {
  readonly scheme: Scheme
  /** Definitions of custom resources, for their columns. */
  readonly definitions: readonly CustomResourceDefinition[]
  /** For ages. */
  readonly now: Date
}

/** Groups into which kinds of `extensions` have moved. */
const movedTo: readonly string[] = ['apps', 'networking.k8s.io', 'policy']

/**
 * The table that a server would make of an object, with its defaults filled in: columns of its kind, those of its definition, or name
 * and age.
 *
 * @throws MachineryError when the object cannot be converted to the version that the columns are made for.
 */
export async function tableOf(object: KubernetesObject, { scheme, definitions, now }: TableSources): Promise<Table> {
  const gvk = groupVersionKindOf(object)
  scheme.default(object)
  const definition = definitions.find(({ spec }) => spec.group === gvk.group && spec.names.kind === gvk.kind)
  if (definition !== undefined) {
    return newTableConvertor(printColumnsOfCRD(definition, gvk.version)).convertToTable(object, { now })
  }
  const isBuiltIn = scheme.classFor(gvk) !== undefined && !isUnstructured(object)
  const strategy = isBuiltIn ? await strategyOf(gvk) : undefined
  if (strategy === undefined) return newTableConvertor().convertToTable(object, { now })
  const hub = object instanceof strategy.type ? object : scheme.convert(object, strategy.type)
  const { group, kind } = strategy.type.groupVersionKind
  return (await builtInTableConvertor({ group, kind })).convertToTable(hub, { now })
}

async function strategyOf({ group, kind }: GroupVersionKind): Promise<KindStrategy | undefined> {
  for (const candidate of group === 'extensions' ? movedTo : [group]) {
    const strategy = await strategyFor({ group: candidate, kind })
    if (strategy !== undefined) return strategy
  }
  return undefined
}
