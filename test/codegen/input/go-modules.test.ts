import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateFrom } from '../../../codegen/cli/generate-from.js'
import { GoModules } from '../../../codegen/input/go-modules.js'

const types = (body: string) => `// +groupName=m.example.com\npackage v1\n${body}`
const files: Record<string, string> = {
  'cache/example.com/!m@v1.0.0/go.mod': `module example.com/M

require example.com/single v0.1.0
require (
\texample.com/dep v1.2.3 // indirect
\texample.com/dep/deeper v0.0.1
\texample.com/elsewhere v1.0.0
\texample.com/moved v1.0.0
\texample.com/absent v1.0.0
)
replace example.com/elsewhere => ../../../local
replace (
\texample.com/moved => example.com/there v2.0.0
)
`,
  'cache/example.com/!m@v1.0.0/api/v1/types.go': types(`
import (
\tdep "example.com/dep/x"
\t"example.com/M/shared"
)
// +kubebuilder:object:root=true
// +kubebuilder:resource
type Thing struct {
\tmetav1.TypeMeta \`json:",inline"\`
\tmetav1.ObjectMeta \`json:"metadata,omitempty"\`
\tMode shared.Mode \`json:"mode"\`
\tDep dep.Thing \`json:"dep"\`
}
`).replace('import (', 'import (\n\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"'),
  'cache/example.com/!m@v1.0.0/shared/shared.go':
    'package shared\n\ntype Mode string\nconst Fast Mode = "fast"\nconst Other = "x"\n// +optional \ntype Unused struct{ A chan int `json:"a"` }\n',
  'cache/example.com/!m@v1.0.0/empty/README.md': '',
  'cache/example.com/!m@v1.0.0/vendor/example.com/vendored/a.go': 'package vendored\n',
  'cache/example.com/dep@v1.2.3/x/x.go': `package x
// +groupName=dep.example.com
type Thing struct {
\tA int \`json:"a"\`
}
`,
  'cache/example.com/dep@v1.2.3/deeper/y/y.go': 'package wrong\n',
  'cache/example.com/dep/deeper@v0.0.1/y/y.go': 'package y\n',
  'cache/example.com/there@v2.0.0/moved.go': 'package moved\n',
  'cache/example.com/single@v0.1.0/s.go': 'package s\n',
  'local/z/z.go': 'package z\n',
}

let root: string
const input = 'cache/example.com/!m@v1.0.0/api/v1'
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'apimachinery-modules-')))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
})
afterAll(() => rmSync(root, { recursive: true }))

test.each([
  ['example.com/M/shared', 'cache/example.com/!m@v1.0.0/shared'],
  ['example.com/M/empty', undefined],
  ['example.com/M/../dep@v1.2.3/x', undefined],
  ['example.com/vendored', 'cache/example.com/!m@v1.0.0/vendor/example.com/vendored'],
  ['example.com/dep/x', 'cache/example.com/dep@v1.2.3/x'],
  ['example.com/dep/deeper/y', 'cache/example.com/dep/deeper@v0.0.1/y'],
  ['example.com/single', 'cache/example.com/single@v0.1.0'],
  ['example.com/elsewhere/z', 'local/z'],
  ['example.com/moved', 'cache/example.com/there@v2.0.0'],
  ['example.com/absent', undefined],
  ['example.com/deposit', undefined],
  ['fmt', undefined],
])('%s is in %s', (path, expected) => {
  const folder = new GoModules([join(root, input)]).folderOf(path)
  expect(folder === undefined ? undefined : relative(root, folder)).toBe(expected)
})

test('types of imported packages are read where they are needed, and nothing else of them', async () => {
  const lines: string[] = []
  const io = { cwd: root, out: () => {}, err: (line: string) => lines.push(line) }
  const out = join(root, 'out')
  expect([await generateFrom('go', ['-i', input, '-o', out, '--emit', 'types,crd'], io), lines]).toEqual([0, []])
  const shared = readFileSync(join(out, 'example.com/M/shared/types.gen.ts'), 'utf8')
  expect(shared).toContain("export type Mode = 'fast' | (string & {})")
  expect(shared).not.toContain('Unused')
  expect(readFileSync(join(out, 'example.com/M/shared/constants.gen.ts'), 'utf8')).not.toContain('Other')
  expect(existsSync(join(out, 'example.com/dep/x/register.gen.ts'))).toBe(false)
  expect(readFileSync(join(out, 'crds/m.example.com_things.yaml'), 'utf8')).toMatch(/ a:\n +type: integer\n/)
})
