import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { addToScheme } from '../../src/api/add-to-scheme.gen.js'
import { addConversionsToScheme } from '../../src/api/conversion/index.js'
import { releaseOf } from '../../src/api/releases/release.js'
import { strategyFor } from '../../src/api/strategies/index.js'
import { builtInTableConvertor } from '../../src/api/tables/index.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/index.js'
import { portions } from '../portions.js'

/** Of which the recorded answers are. */
const release = releaseOf('1.36')
const recorded = fileURLToPath(new URL('../../../shared/cases/tables.jsonl', import.meta.url))

interface TableCase {
  readonly gvr: { readonly group: string; readonly version: string; readonly resource: string }
  readonly verb: string
  readonly object?: object
  readonly list?: { readonly items: readonly object[] }
  readonly answer: {
    readonly columnDefinitions?: unknown
    readonly rows?: readonly { readonly cells: unknown[]; readonly conditions?: unknown }[]
  }
}

const age = /^(<AGE>|<TIME>|\d{4}-\d\d-\d\dT[\d:]+Z|<invalid>|(\d+[smhdy])+)$/

/** Ages and times depend on when the answer was made. */
function plain(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  if (age.test(cell)) return '<AGE>'
  return cell.replaceAll(uid, '<UID>').replace(/\(\S+ ago\)/, '(<AGE> ago)')
}

const uid = '41aaf3ba-a59e-45dd-985a-35fe227aa297'

const scheme = new Scheme()
addToScheme(scheme)
addConversionsToScheme(scheme)
const decoder = new CodecFactory(scheme, { mode: 'canonical' }).universalDeserializer()

async function inHub(object: object): Promise<KubernetesObject> {
  // Times of the recorded answers are replaced by words.
  const text = JSON.stringify(object)
    .replaceAll('"<TIME>"', '"2026-11-22T00:00:00Z"')
    .replaceAll('"<MICROTIME>"', '"2026-11-22T00:00:00.000000Z"')
    .replaceAll('"<NODEPORT>"', '30000')
    .replaceAll('<UID>', uid)
  const decoded = decoder.decode(text)
  const { group, kind } = decoded.gvk
  const strategy = await strategyFor({ group, kind })
  return strategy === undefined || decoded.object instanceof strategy.type
    ? decoded.object
    : scheme.convert(decoded.object, strategy.type)
}

const cases = existsSync(recorded)
  ? readFileSync(recorded, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as TableCase)
      .filter(
        ({ gvr, object }) =>
          gvr.group !== 'apiextensions.k8s.io' &&
          object !== undefined &&
          !/<(CLUSTERIP|NODEPORT)>/.test(JSON.stringify(object)),
      )
  : []

// What v1 keeps in annotations comes back in another order than the stored object has it.
const reordered = /autoscaling\.alpha\.kubernetes\.io\/metrics/
const shown = cases.filter(({ object }) => !reordered.test(JSON.stringify(object)))

// Recorded responses of a real server are outside of the repository.
describe.skipIf(shown.length === 0)('tables of built-in kinds', () => {
  it.each(portions(shown, 20).map((some, i) => [i, some] as const))(
    'show what a real server shows, portion %i',
    async (_, some) => {
      for (const { gvr, object, answer } of some) {
        const hub = await inHub(object as object)
        const { kind } = object as { kind: string }
        const table = (await builtInTableConvertor({ group: gvr.group, kind, release })).convertToTable(hub)
        const [ours, theirs] = [table.rows, answer.rows ?? []].map((rows) =>
          rows.map(({ cells, conditions }) => ({ cells: (cells as unknown[]).map(plain), conditions })),
        )
        expect({ kind, rows: ours, columns: table.columnDefinitions }).toEqual({
          kind,
          rows: theirs,
          columns: answer.columnDefinitions,
        })
      }
    },
  )
})
