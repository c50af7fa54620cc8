import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareFiles, writeFiles } from '../../codegen/output/write-files.js'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-files-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const files = [
  { path: 'a/v1/types.gen.ts', text: 'one' },
  { path: 'a/v1/register.gen.ts', text: 'two' },
]

test('writes files and their folders, and nothing else', () => {
  writeFiles(root, files)
  expect(readdirSync(join(root, 'a/v1')).sort()).toEqual(['register.gen.ts', 'types.gen.ts'])
  expect(compareFiles(root, files)).toEqual([])
})

test('does not touch files that are right already', () => {
  writeFiles(root, files)
  const before = statSync(join(root, 'a/v1/types.gen.ts')).ino
  writeFiles(root, files)
  expect(statSync(join(root, 'a/v1/types.gen.ts')).ino).toBe(before)
})

test('a failure half way leaves every old file as it was', () => {
  writeFiles(root, files)
  writeFileSync(join(root, 'b'), 'a file where a folder should be')
  const next = [
    { path: 'a/v1/types.gen.ts', text: 'new' },
    { path: 'b/types.gen.ts', text: 'new' },
  ]
  expect(() => writeFiles(root, next)).toThrow()
  expect(readFileSync(join(root, 'a/v1/types.gen.ts'), 'utf8')).toBe('one')
  expect(readdirSync(join(root, 'a/v1')).sort()).toEqual(['register.gen.ts', 'types.gen.ts'])
})

test('generated files of owned folders that are no longer written are removed, others stay', () => {
  mkdirSync(join(root, 'a/v0'), { recursive: true })
  writeFileSync(join(root, 'a/v0/types.gen.ts'), 'old')
  writeFileSync(join(root, 'a/v0/mine.ts'), 'mine')
  expect(compareFiles(root, files, ['a'])).toEqual([
    { path: 'a/v1/types.gen.ts', reason: 'missing' },
    { path: 'a/v1/register.gen.ts', reason: 'missing' },
    { path: 'a/v0/types.gen.ts', reason: 'stale' },
  ])
  writeFiles(root, files, ['a'])
  expect(existsSync(join(root, 'a/v0/types.gen.ts'))).toBe(false)
  expect(existsSync(join(root, 'a/v0/mine.ts'))).toBe(true)
})

test('says which files differ', () => {
  writeFiles(root, files)
  writeFileSync(join(root, 'a/v1/types.gen.ts'), 'changed')
  expect(compareFiles(root, files)).toEqual([{ path: 'a/v1/types.gen.ts', reason: 'different' }])
})
