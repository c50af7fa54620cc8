import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Operation, sourceOperations } from './source-operations.js'
import { agrees, answer, type Vector } from './vectors.js'

const folder = 'test/interop/regressions'
const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.jsonl')) : []
const areas = readdirSync('test/interop/ops').map((file) => file.replace('.mjs', ''))

async function allOperations(): Promise<Readonly<Record<string, Operation>>> {
  return Object.assign({}, ...(await Promise.all(areas.map(sourceOperations))))
}

describe('former differences from Go', async () => {
  const operations = await allOperations()

  test.each(files)('every case of %s has the answer of Go', (file) => {
    const lines = readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n')
    for (const vector of lines.map((line) => JSON.parse(line) as Vector)) {
      const got = answer(operations[vector.req.op] as Operation, vector.req)
      expect({ vector, got, agrees: agrees(vector, got) }).toMatchObject({ agrees: true })
    }
  })
})
