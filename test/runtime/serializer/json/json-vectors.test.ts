import { describe, expect, test } from 'vitest'
import { sourceOperations } from '../../../interop/source-operations.js'
import { agrees, answer, haveVectors, readVectors, type Vector } from '../../../interop/vectors.js'

/** The recording release wrote a zero creation time as null; the release of our types leaves it out. */
function ofOurRelease(vector: Vector): Vector {
  if (vector.req.op === 'unstructured' || vector.req.unstructured === true) return vector
  const res = Object.fromEntries(
    Object.entries(vector.res).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value.replaceAll(/,"creationTimestamp":null|(?<=\{)"creationTimestamp":null,?/g, '')
        : value,
    ]),
  )
  return { ...vector, res }
}

/** Embedded structs became part of the field's name in Go's type errors. */
function sameError(want: unknown, got: unknown): boolean {
  const plain = (text: unknown) => String(text).replace(/\.(?:VolumeSource|ProbeHandler)(?=\.)/, '')
  return plain(want) === plain(got)
}

describe.skipIf(!haveVectors)('answers recorded from Go (skipped without ../shared/vectors)', () => {
  test.each(['unstructured', 'strict-errors'])('%s.jsonl', { timeout: 120_000 }, async (file) => {
    const operations = await sourceOperations('json')
    const vectors = readVectors(file)
    const differences = vectors
      .map((vector) => ({ vector: ofOurRelease(vector), got: answer(operations[vector.req.op] as never, vector.req) }))
      .filter(({ vector, got }) => !agrees(vector, got) || !sameError(vector.res.error, got.error))
    expect(vectors.length).toBeGreaterThan(40)
    expect(differences).toEqual([])
  })
})
