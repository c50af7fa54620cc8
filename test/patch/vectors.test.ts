import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, sourceOperations } from '../interop/source-operations.js'
import { answer, haveVectors, readVectors } from '../interop/vectors.js'

const files = ['smp', 'smp-generated', 'twowaymerge', 'threewaymerge', 'jsonmergepatch', 'jsonpatch']

describe.skipIf(!haveVectors)('patches recorded from Go (skipped without ../shared/vectors)', () => {
  let operations: Readonly<Record<string, Operation>>
  beforeAll(async () => {
    operations = await sourceOperations('patch')
  })

  test.each(files)('%s.jsonl, messages included', (file) => {
    const vectors = readVectors(file).filter(({ res }) => !('panic' in res))
    const differences = vectors
      .map(({ req, res }) => ({ req, want: res.error ?? res.out, got: answer(operations[req.op] as never, req) }))
      .filter(({ want, got }) => (got.error ?? got.out) !== want)
    expect(vectors.length).toBeGreaterThan(50)
    expect(differences).toEqual([])
  })
})
