import { describe, expect, test } from 'vitest'
import { sourceOperations } from '../../interop/source-operations.js'
import { agrees, answer, haveVectors, readVectors } from '../../interop/vectors.js'

describe.skipIf(!haveVectors)('guesses recorded from Go (skipped without ../shared/vectors)', () => {
  test('gvk.guess', async () => {
    const { 'gvk.guess': guess } = await sourceOperations('meta')
    const vectors = readVectors('gvr').filter(({ req }) => req.op === 'gvk.guess')
    expect(vectors.length).toBeGreaterThan(5)
    expect(vectors.filter((vector) => !agrees(vector, answer(guess as never, vector.req)))).toEqual([])
  })
})
