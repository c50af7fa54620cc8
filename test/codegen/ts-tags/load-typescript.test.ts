import { afterEach, expect, test, vi } from 'vitest'
import { folderWith } from '../../cli/command.js'

const load = async () => (await import('../../../codegen/front-ends/ts-tags/load-typescript.js')).loadTypeScript()

afterEach(() => {
  vi.doUnmock('typescript')
  vi.resetModules()
})

// What `import('typescript')` gives with TypeScript 7.0.2: a version and nothing else.
const seven = { version: '7.0.2', versionMajorMinor: '7.0', default: { version: '7.0.2', versionMajorMinor: '7.0' } }

test('a compiler that programs cannot call is refused in words', async () => {
  vi.doMock('typescript', () => seven)
  await expect(load()).rejects.toThrow(
    'reading tagged TypeScript needs a compiler that programs can call, which typescript 7.0.2 is not: npm install --save-dev typescript@6',
  )
})

test('so is one without a default', async () => {
  vi.doMock('typescript', () => ({
    version: '8.0.0',
    default: undefined,
    createSourceFile: undefined,
    ScriptTarget: undefined,
  }))
  await expect(load()).rejects.toThrow('which typescript 8.0.0 is not')
})

test('the command says so, and exits with 1', async () => {
  vi.resetModules()
  vi.doMock('typescript', () => seven)
  const { run } = await import('../../../cli/run.js')
  const cwd = folderWith({ 'types.ts': '// +groupName=example.com\nexport interface A { a?: string }\n' })
  const lines: string[] = []
  const code = await run(['generate', 'ts', '-i', 'types.ts', '-o', 'out'], {
    cwd,
    write: () => undefined,
    warn: (line) => void lines.push(line),
    readInput: () => new Uint8Array(),
    terminal: undefined,
  })
  expect(code).not.toBe(0)
  expect(lines.join('\n')).toContain('npm install --save-dev typescript@6')
  expect(lines.join('\n')).not.toContain('Cannot read properties')
})

test('the compiler of this repository is taken', async () => {
  expect((await load()).version).toMatch(/^[56]\./)
})
