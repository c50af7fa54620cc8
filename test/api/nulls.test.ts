import { describe, expect, test } from 'vitest'
import { addConversionsToScheme } from '../../src/api/conversion/add-conversions-to-scheme.gen.js'
import { addDefaultsToScheme } from '../../src/api/defaults/add-defaults-to-scheme.gen.js'
import { addToScheme } from '../../src/api/index.js'
import { heldForm } from '../../src/api/judge/held-form.js'
import { strategyFor } from '../../src/api/strategies/strategies.js'
import { builtInTableConvertor } from '../../src/api/tables/built-in-tables.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import { isMachineryError } from '../../src/errors/machinery-error.js'
import type { Table } from '../../src/meta/v1/types.gen.js'
import type { KindClass, KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { rounds } from '../rounds.js'
import { pairOf } from './nulls.js'

const now = new Date('2024-01-02T03:04:05Z')
const scheme = new Scheme()
addToScheme(scheme)
addDefaultsToScheme(scheme, { now: () => now })
addConversionsToScheme(scheme)

const kinds: (readonly [string, KindClass])[] = []
for (const { gvk, type } of scheme.allKnownTypes()) {
  if (type.resource !== undefined && String(type.groupVersionKind) === String(gvk)) kinds.push([String(gvk), type])
}

function jsonOf(object: KubernetesObject, type: KindClass): string {
  // A pod without a specification gets one with the list that its type asks for; Go's has none.
  return toCanonicalJSON(type.descriptor, object).replaceAll('"containers":[]', '"containers":null')
}

/** The cells, or what a selector that cannot be read makes of them. */
function cellsOf(make: () => Table): unknown {
  try {
    return make().rows.map(({ cells }) => cells)
  } catch (error) {
    if (isMachineryError(error, 'InvalidLabelSelector')) return error.code
    throw error
  }
}

describe('null means what it means in Go', () => {
  test.each(kinds)('%s: defaults, conversion to the hub, table', async (_, type) => {
    const { group, kind } = type.groupVersionKind
    const hub = (await strategyFor({ group, kind }))?.type ?? type
    const convertor = await builtInTableConvertor({ group, kind })
    for (let seed = 1; seed <= rounds(40); seed++) {
      const { read, held } = pairOf(type, seed)
      scheme.default(read)
      scheme.default(held)
      expect(JSON.parse(jsonOf(read, type)), `defaults, seed ${seed}`).toEqual(JSON.parse(jsonOf(held, type)))
      const [a, b] = [scheme.convert(read, hub), scheme.convert(held, hub)]
      expect(JSON.parse(jsonOf(a, hub)), `conversion, seed ${seed}`).toEqual(JSON.parse(jsonOf(b, hub)))
      const rows = [a, heldForm(b, hub)].map((object) => cellsOf(() => convertor.convertToTable(object, { now })))
      expect(rows[0], `cells, seed ${seed}`).toEqual(rows[1])
    }
  })
})
