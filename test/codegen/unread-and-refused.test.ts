import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemaProblems } from '../../codegen/back-ends/crd/check-schema.js'
import { writeCRDs } from '../../codegen/back-ends/crd/custom-resource-definitions.js'
import { Diagnostics } from '../../codegen/diagnostics/diagnostic.js'
import { readCRDs } from '../../codegen/front-ends/crd/crd.js'
import { jsonToYAML } from '../../src/runtime/serializer/yaml/yaml-writer.js'
import { apimachinery, folderWith } from '../cli/command.js'
import { readGo } from './go-types/read.js'

describe('markers for outputs that are not written are reported', () => {
  const place = (comment: string): Record<string, string> => ({
    'above a type': `${comment}\ntype Toy struct {}`,
    'by itself': `${comment}\n\ntype Toy struct {}`,
    'above a function': `type Toy struct {}\n\n${comment}\nfunc (t *Toy) Setup() {}`,
    'at the end': `type Toy struct {}\n\n${comment}\n`,
  })

  test.each(
    Object.entries(place('// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list')).concat(
      Object.entries(place('//+kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail')),
    ),
  )('%s: %s', async (_, body) => {
    const { messages } = await readGo(body)
    const told = messages.filter((message) => message.includes('is not read'))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/"\+kubebuilder:(rbac|webhook)" is not read: no (roles|webhook configurations) are written/)
  })

  test('others are not', async () => {
    const { messages } = await readGo('// +kubebuilder:object:root=true\n// +kubebuilder:rbacs:x\ntype Toy struct {}')
    expect(messages.filter((message) => message.includes('is not read'))).toEqual([])
  })
})

describe('schemas that a cluster rejects', () => {
  const object = (spec: object): never =>
    ({ type: 'object', properties: { spec: { type: 'object', properties: spec } } }) as never

  test.each<[string, object, string[]]>([
    ['nothing', { a: { type: 'string', pattern: '^a+$', default: 'aa' } }, []],
    ['a pattern', { a: { type: 'string', pattern: '(?=x)' } }, ['crd-pattern']],
    ['a pattern of items', { a: { type: 'array', items: { type: 'string', pattern: '[' } } }, ['crd-pattern']],
    [
      'a pattern of values',
      { a: { type: 'object', additionalProperties: { type: 'string', pattern: '*' } } },
      ['crd-pattern'],
    ],
    ['a default of another type', { a: { type: 'integer', default: 'x' } }, ['crd-default']],
    ['a default out of bounds', { a: { type: 'integer', maximum: 3, default: 4 } }, ['crd-default']],
    ['a default that breaks a pattern', { a: { type: 'string', pattern: '^b', default: 'a' } }, ['crd-default']],
    [
      'a rule that does not parse',
      { a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self ==' }] } },
      ['crd-rule'],
    ],
    [
      'a rule of an unknown field',
      { a: { type: 'object', properties: {}, 'x-kubernetes-validations': [{ rule: 'self.b == 1' }] } },
      ['crd-rule'],
    ],
    [
      'a rule that is no condition',
      { a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self' }] } },
      ['crd-rule'],
    ],
  ])('%s', (_, spec, codes) => {
    expect(schemaProblems(object(spec)).map(({ code }) => code)).toEqual(codes)
  })

  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'toys.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'toys', kind: 'Toy' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: object({ a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self ==' }] } }),
          },
        },
      ],
    },
  }

  test('is a warning where manifests are written', async () => {
    const diagnostics = new Diagnostics()
    const text = jsonToYAML(definition as never)
    const model = await readCRDs({ source: 'x', files: [{ file: 'x.yaml', text }] }, diagnostics)
    expect(writeCRDs(model, { docs: true, diagnostics })).toHaveLength(1)
    expect(diagnostics.items.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'crd-rule']])
    expect(diagnostics.items[0]?.message).toMatch(
      /^toys[.]example[.]com, v1: a cluster refuses this: .*compilation failed/,
    )
  })

  test('is reported by the command, which still writes', async () => {
    const cwd = folderWith({ 'toys.yaml': jsonToYAML(definition as never) })
    const out = mkdtempSync(join(tmpdir(), 'apimachinery-crd-'))
    const { code, err } = await apimachinery(['generate', 'crd', '-i', 'toys.yaml', '-o', out, '--emit', 'crd'], {
      cwd,
    })
    expect(err).toContain('a cluster refuses this')
    expect(code).toBe(0)
    expect(readdirSync(join(out, 'crds')).map((name) => readFileSync(join(out, 'crds', name), 'utf8'))).toHaveLength(1)
    rmSync(cwd, { recursive: true })
    rmSync(out, { recursive: true })
  })
})
