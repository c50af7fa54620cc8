import { beforeAll, describe, expect, it } from 'vitest'
import { goldenLines } from '../golden-lines.js'
import { type Operation, sourceOperations } from '../interop/source-operations.js'
import { agrees, answer, type Vector } from '../interop/vectors.js'

const recorded = goldenLines<Vector>('managedfields/histories.jsonl.gz')

describe('generated histories of objects and field sets, as in Go', () => {
  let operations: Readonly<Record<string, Operation>>
  beforeAll(async () => {
    operations = await sourceOperations('managedfields')
  })

  it.each(['ssa', 'fieldset'])('every answer to %s is that of Go', (op) => {
    const vectors = recorded.filter(({ req }) => req.op === op)
    expect(vectors.length).toBeGreaterThan(90)
    for (const vector of vectors) {
      const got = answer(operations[op] as Operation, vector.req)
      expect({ vector, got, agrees: agrees(vector, got) }).toMatchObject({ agrees: true })
    }
  })
})
