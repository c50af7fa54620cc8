import { strategyFor } from '../../src/api/strategies/strategies.js'
import { builtInTableConvertor } from '../../src/api/tables/built-in-tables.js'
import { isList, visitItems } from '../../src/runtime/objects/list-items.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { exactJSON } from './big-numbers.js'
import type { Answer, CaseLine, Outcome } from './case-line.js'
import { type Cluster, now } from './cluster.js'

/** In place of what the cases have words for, so that the objects can be read. */
const chosen: Readonly<Record<string, string>> = {
  '"<TIME>"': `"${now.toISOString().replace('.000Z', 'Z')}"`,
  '"<MICROTIME>"': `"${now.toISOString().replace('.000Z', '.000000Z')}"`,
  '"<NODEPORT>"': '30000',
  '<CLUSTERIP>': '10.96.0.10',
  '<UID>': '41aaf3ba-a59e-45dd-985a-35fe227aa297',
}

/** Compares columns, cells and conditions; what a row holds of its object is what the other files compare. */
export async function replayTable(
  { gvr, object, list, answer }: CaseLine,
  { scheme, typeOf, release }: Cluster,
): Promise<Outcome> {
  const shown = exactJSON(object ?? list ?? {})
  const expected = comparable(answer, shown)
  const type = typeOf(gvr)
  if (type === undefined) return { expected, given: undefined, missing: 'kind' }
  let text = shown
  for (const [word, value] of Object.entries(chosen)) text = text.replaceAll(word, value)
  const { group, kind } = type.groupVersionKind
  const hub = (await strategyFor({ group, kind }))?.type
  const inHub = (each: KubernetesObject): KubernetesObject =>
    hub === undefined || each instanceof hub ? each : scheme.convert(each, hub)
  const decoder = new CodecFactory(scheme, { mode: 'canonical' }).universalDeserializer()
  const convertor = await builtInTableConvertor({ group, kind, release })
  const tables = itemsOf(decoder.decode(text).object).map((each) => convertor.convertToTable(inHub(each), { now }))
  const columnDefinitions = tables[0]?.columnDefinitions ?? answer.columnDefinitions
  return { expected, given: comparable({ columnDefinitions, rows: tables.flatMap(({ rows }) => rows) }, shown) }
}

function itemsOf(object: KubernetesObject): readonly KubernetesObject[] {
  if (!isList(object)) return [object]
  const items: KubernetesObject[] = []
  visitItems(object, (item) => items.push(item))
  return items
}

function comparable({ columnDefinitions, rows = [] }: Answer, shown: string): unknown {
  return {
    columnDefinitions: sortedKeys(columnDefinitions),
    rows: rows.map(({ cells, conditions }) => ({
      cells: cells.map((cell) => plain(cell, shown)),
      conditions: sortedKeys(conditions),
    })),
  }
}

/** Columns and conditions are compared by their fields, not by the order of these. */
function sortedKeys(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((each: object) => Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))))
}

const age = /^(<AGE>|<TIME>|<invalid>|\d{4}-\d\d-\d\dT[\d:]+Z|(\d+[smhdy])+)$/

/** Ages and times depend on when the answer was made. Cells have no words for what the server chose, as objects have. */
function plain(cell: unknown, shown: string): unknown {
  if (typeof cell !== 'string') return cell
  if (age.test(cell)) return '<AGE>'
  let text = cell.replaceAll(chosen['<UID>'] as string, '<UID>').replace(/\(\S+ ago\)/, '(<AGE> ago)')
  if (shown.includes('<CLUSTERIP>')) text = text.replace(/^10\.96(\.\d+){2}$/, '<CLUSTERIP>')
  if (shown.includes('<NODEPORT>')) text = text.replaceAll(/:3\d{4}\//g, ':<NODEPORT>/')
  return text
}
