import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goPackageFolders } from '../../../codegen/input/go-package-folders.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apimachinery-go-'))
  const files = [
    'go.mod',
    'main.go',
    'api/v1/types.go',
    'api/v1/testdata/types.go',
    'errors/consts.go',
    'docs/a_test.go',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file === 'go.mod' ? 'module example.com/m\n' : 'package x\n')
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const paths = (inside: string) => goPackageFolders(join(folder, inside)).map(({ path }) => path)

test.each([
  ['', ['example.com/m/api/v1']],
  ['api', ['example.com/m/api/v1']],
  ['errors', ['example.com/m/errors']],
  ['docs', []],
  ['nothing', []],
])('the packages in folder "%s"', (inside, expected) => {
  expect(paths(inside)).toEqual(expected)
})
