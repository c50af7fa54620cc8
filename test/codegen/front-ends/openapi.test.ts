import { describe, expect, it } from 'vitest'
import { openAPIDocument } from '../../../codegen/back-ends/openapi/openapi-document.js'
import { emit } from '../../../codegen/cli/emit.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readOpenAPI } from '../../../codegen/front-ends/openapi/openapi.js'
import type { StructDeclaration } from '../../../codegen/ir/declarations.js'
import { typeRefText } from '../../../codegen/ir/type-ref-text.js'

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** A document of version 2; `models` and `paths` as in the document. */
function v2(models: object, paths: object = {}): object {
  return { swagger: '2.0', info: {}, paths, definitions: models }
}

async function read(document: object, all = false) {
  const diagnostics = new Diagnostics()
  const text = JSON.stringify(document, undefined, 2)
  const model = await readOpenAPI({ source: 'x', files: [{ file: 'x.json', text }], all }, diagnostics)
  return { model, diagnostics, packages: model.packages.filter(({ external }) => external === undefined) }
}

const widget = {
  type: 'object',
  description: 'A widget.',
  required: ['spec'],
  'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Widget' }],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { description: 'Meta.', $ref: `#/definitions/${meta}.ObjectMeta` },
    spec: {
      type: 'object',
      properties: {
        at: { $ref: `#/definitions/${meta}.Time` },
        size: { $ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity' },
        port: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
        other: { type: 'string', format: 'int-or-string' },
        pod: { $ref: '#/definitions/io.k8s.api.core.v1.PodSpec' },
        part: { description: 'A part.', $ref: '#/definitions/com.example.v1.Part' },
        parts: {
          type: 'array',
          items: { $ref: '#/definitions/com.example.v1.Part' },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          'x-kubernetes-patch-strategy': 'merge',
          'x-kubernetes-patch-merge-key': 'name',
        },
      },
    },
  },
}
const models = {
  'com.example.v1.Widget': widget,
  'com.example.v1.WidgetList': {
    type: 'object',
    required: ['items'],
    'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'WidgetList' }],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: `#/definitions/${meta}.ListMeta` },
      items: { type: 'array', items: { $ref: '#/definitions/com.example.v1.Widget' } },
    },
  },
  'com.example.v1.Part': {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, kind: { type: 'string' }, localhost: { type: 'string' } },
    'x-kubernetes-unions': [{ discriminator: 'kind', 'fields-to-discriminateBy': { localhost: 'Localhost' } }],
  },
  'io.k8s.api.core.v1.PodSpec': { type: 'object' },
  [`${meta}.Time`]: { type: 'string', format: 'date-time' },
}
const operation = (action: string) => ({
  'x-kubernetes-action': action,
  'x-kubernetes-group-version-kind': { group: 'example.com', version: 'v1', kind: 'Widget' },
})
const paths = {
  '/apis/example.com/v1/widgets': { get: operation('list') },
  '/apis/example.com/v1/namespaces/{namespace}/widgets': { get: operation('list'), post: operation('post') },
  '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}': { get: operation('get'), delete: operation('delete') },
  '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/status': { get: operation('get') },
}
/** The same document as version 3 has it. */
function asV3(document: object): object {
  const text = JSON.stringify(document).replaceAll('#/definitions/', '#/components/schemas/')
  const { definitions, paths: all } = JSON.parse(text) as { definitions: object; paths: object }
  return { openapi: '3.0.0', info: {}, paths: all, components: { schemas: definitions } }
}

describe.each([
  ['v2', v2(models, paths)],
  ['v3', asV3(v2(models, paths))],
])('a document of %s', (_, document) => {
  it('becomes packages of group and version', async () => {
    const { packages, diagnostics } = await read(document)
    expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
    expect(packages.map(({ path, group, version }) => [path, group, version])).toEqual([
      ['example.com/v1', 'example.com', 'v1'],
    ])
    expect(packages[0]?.registered.map(({ name }) => name)).toEqual(['Widget', 'WidgetList'])
  })

  it('has kinds, scalars by reference, and types of this library', async () => {
    const { packages } = await read(document)
    const spec = packages[0]?.declarations.find(({ name }) => name === 'WidgetSpec') as StructDeclaration
    expect(spec.fields.map(({ name, type }) => `${name} ${typeRefText(type, 'example.com/v1')}`)).toEqual([
      'at time',
      'size quantity',
      'port intOrString',
      'other intOrString',
      'pod k8s.io/api/core/v1#PodSpec',
      'part #Part',
      'parts []#Part',
    ])
    expect(spec.fields[6]?.options).toMatchObject({
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    })
    const part = packages[0]?.declarations.find(({ name }) => name === 'Part') as StructDeclaration
    expect(part.options.unions).toEqual([{ discriminator: 'kind', members: { localhost: 'Localhost' } }])
  })

  it('says how kinds are served', async () => {
    const { packages } = await read(document)
    const kinds = packages[0]?.declarations.flatMap((each) => (each.form === 'struct' && each.kind ? [each.kind] : []))
    expect(kinds?.[0]?.resource).toEqual({
      plural: 'widgets',
      singular: 'widget',
      scope: 'Namespaced',
      subresources: ['status'],
      client: { onlyVerbs: ['create', 'delete', 'get', 'list', 'watch', 'updateStatus', 'applyStatus'] },
    })
    expect(kinds?.[1]?.itemType?.name).toBe('Widget')
  })

  it('comes back from the model', async () => {
    const { model } = await read(document)
    const { components } = openAPIDocument(model, { docs: true }) as { components: { schemas: Record<string, object> } }
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const { metadata, ...properties } = widget.properties
    expect(components.schemas['com.example.v1.Widget']).toMatchObject({
      description: 'A widget.',
      required: ['spec'],
      'x-kubernetes-group-version-kind': widget['x-kubernetes-group-version-kind'],
      properties: {
        apiVersion: properties.apiVersion,
        metadata: { description: metadata.description, allOf: [reference(`${meta}.ObjectMeta`)] },
      },
    })
    expect(components.schemas['com.example.v1.WidgetSpec']).toMatchObject({
      properties: {
        part: { description: 'A part.', allOf: [reference('com.example.v1.Part')] },
        at: reference(`${meta}.Time`),
      },
    })
    expect(components.schemas['com.example.v1.Part']).toEqual(models['com.example.v1.Part'])
    expect(components.schemas['io.k8s.api.core.v1.PodSpec']).toHaveProperty('properties.containers')
  })
})

it('writes the built-in types too when asked', async () => {
  const { packages } = await read(v2(models), true)
  expect(packages.map(({ path }) => path)).toEqual(['example.com/v1', 'k8s.io/api/core/v1'])
})

it('drops the zero defaults of built-in types and keeps those of others', async () => {
  const properties = { a: { type: 'string', default: '' }, b: { type: 'string', default: 'x' } }
  const { packages } = await read(
    v2({ 'io.k8s.new.v1.A': { type: 'object', properties }, 'com.b.v1.A': { type: 'object', properties } }),
    true,
  )
  const defaults = packages.map((pkg) =>
    (pkg.declarations[0] as StructDeclaration).fields.map(({ options }) => options.default),
  )
  expect(defaults).toEqual([
    [undefined, 'x'],
    ['', 'x'],
  ])
})

describe('diagnostics', () => {
  it.each<[string, object, string]>([
    ['openapi-document', { hello: 1 }, 'x.json:1:1: error: neither an OpenAPI v2 document'],
    [
      'openapi-reference',
      v2({ 'a.A': { type: 'object', properties: { b: { $ref: '#/definitions/a.B' } } } }),
      'x.json:9:9: error: the document has no model a.B',
    ],
  ])('%s', async (code, document, message) => {
    const found = (await read(document)).diagnostics.items.filter((item) => item.code === code).map(formatDiagnostic)
    expect(found.join('\n')).toContain(message)
  })
})

it('refuses models that are nothing but each other', async () => {
  const reference = (name: string) => ({ allOf: [{ $ref: `#/definitions/${name}` }] })
  const { model, diagnostics } = await read(v2({ 'a.A': reference('a.B'), 'a.B': reference('a.A') }))
  const options = { docs: 'none' as const, descriptions: true, diagnostics, progress: () => {} }
  expect(emit({ model }, ['types'], options)).toEqual({ files: [], owned: [] })
  expect(diagnostics.items.map(({ message }) => message)).toEqual(['type contains itself without end: A → B → A'])
})
