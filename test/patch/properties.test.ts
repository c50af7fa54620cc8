import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToScheme } from '../../src/api/index.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import {
  createJSONPatch,
  createMergePatch,
  createThreeWayJSONMergePatch,
  createThreeWayMergePatch,
  createTwoWayMergePatch,
  jsonPatch,
  mergePatch,
  strategicMergePatch,
} from '../../src/patch/index.js'
import type { KindClass } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { rounds } from '../rounds.js'
import { mergeItem } from './merge-item.js'
import { objectArbitrary } from './object-arbitrary.js'

const scheme = new Scheme()
addToScheme(scheme)
const kinds = scheme
  .allKnownTypes()
  .map(({ type }) => type)
  .filter((type) => type.resource !== undefined)

/** Two objects of one kind. */
function pairs(mergeable: boolean): fc.Arbitrary<[KindClass, object, object]> {
  return fc.constantFrom(...kinds).chain((kind) => {
    const object = objectArbitrary(kind.descriptor, { depth: 7, members: 5, mergeable }) as fc.Arbitrary<JSONObject>
    return fc.tuple(fc.constant(kind), object, object)
  })
}
const item = objectArbitrary(mergeItem, { depth: 4, members: 5, mergeable: true }) as fc.Arbitrary<JSONObject>

const text = (value: object): string => stringifyJSON(value as JSONObject)

/** Runs `work` and requires that neither argument has changed. */
function untouched<T>(a: object, b: object, work: (a: object, b: object) => T): T {
  const copies = [deepCopy(a), deepCopy(b)]
  const result = work(a, b)
  expect([a, b]).toEqual(copies)
  return result
}

describe('for every built-in kind', () => {
  it('a strategic merge patch turns one object into the other; twice changes nothing more', () => {
    fc.assert(
      fc.property(pairs(true), ([kind, a, b]) => {
        const patch = untouched(a, b, (x, y) => createTwoWayMergePatch(x, y, kind))
        const result = untouched(a, patch, (x, y) => strategicMergePatch(x, y, kind))
        expect(text(result)).toBe(text(b))
        expect(text(strategicMergePatch(result, patch, kind))).toBe(text(b))
        expect(strategicMergePatch(text(a), text(patch), kind)).toBe(text(b))
        expect(createTwoWayMergePatch(text(a), text(b), kind)).toBe(text(patch))
      }),
      { numRuns: rounds(400) },
    )
  })

  it('a merge patch does', () => {
    fc.assert(
      fc.property(pairs(false), ([, a, b]) => {
        const patch = untouched(a, b, createMergePatch as (x: object, y: object) => object)
        const result = untouched(a, patch, (x, y) => mergePatch(x, y))
        expect(text(result)).toBe(text(b))
        expect(text(mergePatch(result, patch))).toBe(text(b))
        expect(JSON.parse(mergePatch(text(a), text(patch)))).toEqual(JSON.parse(text(b)))
      }),
      { numRuns: rounds(300) },
    )
  })

  it('a JSON Patch does', () => {
    fc.assert(
      fc.property(pairs(false), ([, a, b]) => {
        const patch = untouched(a, b, (x, y) => createJSONPatch(x, y))
        expect(text(untouched(a, patch, (x) => jsonPatch(x, patch)))).toBe(text(b))
        expect(JSON.parse(jsonPatch(text(a), stringifyJSON(patch as never)))).toEqual(JSON.parse(text(b)))
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('for every built-in kind, three-way', () => {
  /** What others have written meanwhile: labels and annotations, which every kind has. */
  const theirs = fc.record({
    labels: fc.dictionary(fc.constantFrom('t1', 't2'), fc.constant('theirs'), { noNullPrototype: true }),
    annotations: fc.dictionary(fc.constantFrom('t1', 't2'), fc.constant('theirs'), { noNullPrototype: true }),
  })
  type Metadata = { metadata?: { labels?: object; annotations?: object } }

  function withTheirs(object: object, added: { labels: object; annotations: object }): JSONObject {
    const { metadata = {} } = object as Metadata
    const labels = { ...metadata.labels, ...added.labels }
    const annotations = { ...metadata.annotations, ...added.annotations }
    return { ...object, metadata: { ...metadata, labels, annotations } } as JSONObject
  }

  /** Go makes no three-way patch of scalars that have only changed places: `a, c, b, d` stays when `a, b, c, d` is wanted. */
  function unordered(value: object): string {
    const sorted = (_: string, member: unknown) =>
      Array.isArray(member) && member.every((each) => typeof each !== 'object') ? [...member].sort() : member
    return text(JSON.parse(text(value), sorted))
  }

  it('strategic: makes the wanted changes and keeps those of others', () => {
    fc.assert(
      fc.property(pairs(true), theirs, ([schema, original, modified], added) => {
        fc.pre('metadata' in original && 'metadata' in modified)
        const nothing = { labels: {}, annotations: {} }
        const [before, wanted] = [withTheirs(original, nothing), withTheirs(modified, nothing)]
        const current = withTheirs(original, added)
        const options = { schema, overwrite: true }
        const patch = createThreeWayMergePatch({ original: before, modified: wanted, current }, options)
        const result = strategicMergePatch(current, patch, schema)
        expect(unordered(result)).toBe(unordered(withTheirs(modified, added)))
        const texts = { original: text(before), modified: text(wanted), current: text(current) }
        expect(createThreeWayMergePatch(texts, options)).toBe(text(patch))
      }),
      { numRuns: rounds(400) },
    )
  })

  it('merge patch: makes the wanted changes and keeps those of others', () => {
    fc.assert(
      fc.property(pairs(false), theirs, ([, original, modified], added) => {
        fc.pre('metadata' in original && 'metadata' in modified)
        const nothing = { labels: {}, annotations: {} }
        const [before, wanted] = [withTheirs(original, nothing), withTheirs(modified, nothing)]
        const current = withTheirs(original, added)
        const patch = createThreeWayJSONMergePatch({ original: before, modified: wanted, current })
        expect(text(mergePatch(current, patch))).toBe(text(withTheirs(modified, added)))
      }),
      { numRuns: rounds(300) },
    )
  })
})

describe('for a type with every way of merging', () => {
  it('a strategic merge patch turns one object into the other', () => {
    fc.assert(
      fc.property(item, item, (a, b) => {
        const patch = createTwoWayMergePatch(a, b, mergeItem)
        expect(text(strategicMergePatch(a, patch, mergeItem))).toBe(text(b))
      }),
      { numRuns: rounds(500) },
    )
  })

  it('a three-way patch keeps what others have added', () => {
    const theirs = fc.dictionary(fc.constantFrom('t1', 't2'), fc.constant('theirs'), {
      minKeys: 1,
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(item, item, theirs, (original, modified, added) => {
        const current = { ...original, simpleMap: { ...(original.simpleMap as object), ...added } }
        const wanted = { ...modified, simpleMap: { ...(modified.simpleMap as object) } }
        const options = { schema: mergeItem, overwrite: true }
        const patch = createThreeWayMergePatch({ original, modified: wanted, current }, options)
        const result = strategicMergePatch(current, patch, mergeItem) as JSONObject
        expect(text(result)).toBe(text({ ...wanted, simpleMap: { ...wanted.simpleMap, ...added } }))
      }),
      { numRuns: rounds(300) },
    )
  })
})
