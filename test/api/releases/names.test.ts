import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { releases } from '../../../src/api/releases/index.js'

const root = join(import.meta.dirname, '../../..')
const folders = ['src', 'client/src', 'server/src', 'codegen', 'cli']
const table = 'src/api/releases/release.ts'

const minors = releases.map(({ minor }) => minor).join('|')
/** `1.37`, `v1.37.2`, and the versions of modules, `0.37.2`. */
const name = new RegExp(String.raw`(?<![\d.])(?:1\.(?:${minors})(?:\.\d+)?|0\.(?:${minors})\.\d+)(?!\d)`, 'g')

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(name), ([found]) => found)
}

function sources(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file).replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.gen.ts') && file !== table),
  )
}

test('no name of a release stands in sources outside of the table and what is generated', () => {
  const found = sources().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return text.startsWith('// Code generated') ? [] : namesIn(text).map((each) => `${file}: ${each}`)
  })
  expect(found).toEqual([])
})

test('the names are found where they stand', () => {
  const { name: minor, version } = releases[0]
  expect(namesIn(readFileSync(join(root, table), 'utf8'))).toContain(version)
  expect(namesIn(`v${version}, ${minor}; ${version.replace(/^1/, '0')}; 2.${minor}, 1${minor}, ${minor}0`)).toEqual([
    version,
    minor,
    version.replace(/^1/, '0'),
  ])
})
