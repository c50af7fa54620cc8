import { describe, expect, test } from 'vitest'
import { sourceOperations } from './source-operations.js'
import { agrees, answer, haveVectors, readVectors } from './vectors.js'

/** Files of recorded answers, by the file of `ops/` that answers them. */
const files: readonly (readonly [area: string, file: string])[] = [
  ['schema', 'gvr'],
  ['schema', 'version-compare'],
  ['labels', 'labels'],
  ['labels', 'labels-match'],
  ['labels', 'labels-misc'],
  ['labels', 'label-selectors'],
  ['fields', 'fields'],
  ['errors', 'apierrors'],
]

/** Recorded by an older release that refused a doubled comma before the closing parenthesis. */
const changedSince = new Set(['in in  (1, a, , ),k8s.io/z!=web,in != 10,b,a.b=b'])

describe.skipIf(!haveVectors)('answers recorded from Go (skipped without ../shared/vectors)', () => {
  test.each(files)('%s operations agree with %s.jsonl', async (area, file) => {
    const operations = await sourceOperations(area)
    const vectors = readVectors(file).filter(({ req }) => !changedSince.has(String(req.in)))
    const mine = vectors.filter(({ req }) => operations[req.op] !== undefined)
    const differences = mine
      .map((vector) => ({ vector, got: answer(operations[vector.req.op] as never, vector.req) }))
      .filter(({ vector, got }) => !agrees(vector, got))
    expect(mine.length).toBeGreaterThan(50)
    expect(differences).toEqual([])
  })
})
