import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, sourceOperations } from './source-operations.js'
import { answer, type Vector } from './vectors.js'

const text = gunzipSync(readFileSync('test/golden/answers/answers.jsonl.gz')).toString()
const vectors = text
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector)
const names = [...new Set(vectors.map(({ req }) => req.op))]
const areas = readdirSync('test/interop/ops').map((file) => file.replace('.mjs', ''))

/** Go's message, without the kind that it knew when it failed. */
function said(given: Record<string, unknown>): Record<string, unknown> {
  return 'error' in given ? { error: given.error } : given
}

describe('answers to hostile requests equal those of Go, including error messages', () => {
  let operations: Readonly<Record<string, Operation>>

  beforeAll(async () => {
    operations = Object.assign({}, ...(await Promise.all(areas.map(sourceOperations))))
  })

  test.each(names)('%s', (name) => {
    for (const { req, res } of vectors.filter((vector) => vector.req.op === name)) {
      const got = JSON.parse(JSON.stringify(answer(operations[name] as Operation, req))) as Record<string, unknown>
      const wanted = said(res)
      const shared = Object.fromEntries(Object.keys(wanted).map((key) => [key, got[key]]))
      expect({ req, res: 'error' in got ? said(got) : shared }).toEqual({ req, res: wanted })
    }
  })
})
