import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generate } from '../../codegen/cli/generate.js'

let cwd: string
let out: string[]
let err: string[]

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'generate-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

function run(...args: string[]): Promise<number> {
  out = []
  err = []
  return generate(args, { cwd, out: (line) => out.push(line), err: (line) => err.push(line) })
}

function put(path: string, text: string): void {
  mkdirSync(join(cwd, path, '..'), { recursive: true })
  writeFileSync(join(cwd, path), text)
}

const types = (field = 'a?: string') => `// +groupName=example.com
import type { ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// +kubebuilder:resource
export interface Thing extends TypeMeta { metadata?: ObjectMeta; ${field} }
`
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {a: {type: string}}}}}
`
const openapi = JSON.stringify({
  swagger: '2.0',
  paths: {},
  definitions: { 'com.example.v1.A': { type: 'object', properties: { a: { type: 'string' } } } },
})
const go = 'package v1\n\ntype A struct {\n\tB string `json:"b"`\n}\n'

describe('apimachinery generate', () => {
  it.each<[string, string, string, string]>([
    ['crd', 'in/a.yaml', crd, 'example/v1/types.gen.ts'],
    ['openapi', 'in/a.json', openapi, 'com/example/v1/types.gen.ts'],
    [
      'proto',
      'in/a.proto',
      'syntax = "proto2"; package a.v1; message A { optional string a = 1; }',
      'a/v1/types.gen.ts',
    ],
    ['ts', 'in/v1/types.ts', types(), 'v1/types.gen.ts'],
    ['go', 'in/v1/types.go', go, 'in/v1/types.gen.ts'],
  ])('%s writes types, and --check finds nothing to change', async (...[source, file, text, expected]) => {
    put(file, text)
    expect([await run(source, '-i', 'in', '-o', 'out'), err]).toEqual([0, []])
    expect(readFileSync(join(cwd, 'out', expected), 'utf8')).toContain('export ')
    expect(out).toEqual([expect.stringMatching(/^\d+ files in out$/)])
    expect(await run(source, '-i', 'in', '-o', 'out', '--check')).toBe(0)
  })

  it.each(['crd', 'openapi', 'proto', 'ts', 'go'])('%s --help tells how to call it', async (source) => {
    expect(await run(source, '--help')).toBe(0)
    expect(out.join('\n')).toMatch(new RegExp(`^usage: apimachinery generate ${source} -i PATH… -o DIR`))
    expect(out.join('\n')).toContain('--check')
  })

  it('writes what --emit names', async () => {
    put('in/a.yaml', crd)
    expect(await run('crd', '-i', 'in/a.yaml', '-o', 'out', '--emit', 'crd,openapi')).toBe(0)
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['crds', 'openapi.json'])
  })

  it('keeps validation tags of presence in descriptors', async () => {
    put('in/v1/types.ts', types('\n// +k8s:required\na: string\n'))
    expect(await run('ts', '-i', 'in', '-o', 'out')).toBe(0)
    expect(readFileSync(join(cwd, 'out/v1/descriptors.gen.ts'), 'utf8')).toContain("tags: ['required']")
  })

  it('fails when the input has nothing to generate', async () => {
    put('in/a.yaml', 'apiVersion: v1\nkind: Pod\n')
    expect(await run('crd', '-i', 'in', '-o', 'out')).toBe(1)
    expect(err.at(-1)).toBe('apimachinery generate crd: there is nothing to generate in in')
  })

  it('finds differences with --check and writes nothing', async () => {
    put('in/v1/types.ts', types())
    await run('ts', '-i', 'in', '-o', 'out')
    put('out/v1/old.gen.ts', '')
    put('in/v1/types.ts', types('b?: string'))
    expect(await run('ts', '-i', 'in', '-o', 'out', '--check')).toBe(1)
    expect(err).toContain('v1/types.gen.ts: different')
    expect(err).toContain('v1/old.gen.ts: stale')
    expect(readFileSync(join(cwd, 'out/v1/types.gen.ts'), 'utf8')).not.toContain('b?:')
    await run('ts', '-i', 'in', '-o', 'out')
    expect(existsSync(join(cwd, 'out/v1/old.gen.ts'))).toBe(false)
  })

  it('writes nothing when the input has an error, and shows the place', async () => {
    put('in/v1/types.ts', types('a: number'))
    expect(await run('ts', '-i', 'in', '-o', 'out')).toBe(1)
    expect(err).toEqual([
      expect.stringMatching(
        /^in\/v1\/types\.ts:5:69: error: number does not say how wide it is.*\[ts-type\]\nexport interface.*\n +\^{6}$/,
      ),
    ])
    expect(existsSync(join(cwd, 'out'))).toBe(false)
  })

  it('keeps every output inside of the output folder', async () => {
    put('in/v1/types.ts', types())
    put('in/v2/types.ts', types().replace('// +kube', '// +kubebuilder:storageversion\n// +kube'))
    expect(await run('ts', '-i', 'in/v1', '-i', 'in/v2', '-o', 'out')).toBe(0)
    expect(readdirSync(cwd).sort()).toEqual(['in', 'out'])
  })

  it.each<[string[], number, string]>([
    [['crd'], 2, '--input and --out are needed'],
    [['crd', '-i', 'in', '-o', 'out', '--emit', 'cobol'], 2, 'nothing called "cobol" can be emitted'],
    [['crd', '-i', 'nowhere', '-o', 'out'], 1, 'nowhere: no such file or folder'],
    [['crd', '-i', '.', '-o', 'out'], 1, 'no .yaml or .yml or .json file in .'],
    [['go', '-i', '.', '-o', 'out'], 1, 'no Go package with API types in .'],
    [['crd', '--nonsense'], 2, "Unknown option '--nonsense'"],
    [['nonsense'], 2, 'usage: apimachinery generate crd|openapi|proto|ts|go'],
  ])('%j ends with %d and says what is wrong', async (args, code, message) => {
    expect(await run(...args)).toBe(code)
    expect(err.join('\n')).toContain(message)
  })
})
