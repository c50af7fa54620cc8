import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } }
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  },
}
interface Schema {
  readonly description?: string
  readonly properties: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>
}
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ crds: [crd], groups: [] })
})
afterAll(() => server.stop())

async function objectMeta(path: string): Promise<Schema> {
  const document = (await (await server.fetch(`https://localhost${path}`)).json()) as {
    readonly components?: { readonly schemas: Readonly<Record<string, Schema>> }
    readonly definitions?: Readonly<Record<string, Schema>>
  }
  const schemas = document.components?.schemas ?? document.definitions ?? {}
  return schemas['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'] as Schema
}

it.each(['/openapi/v3/apis/example.com/v1', '/openapi/v2'])('%s describes every field of metadata', async (path) => {
  const { description, properties } = await objectMeta(path)
  expect(description).toContain('metadata')
  const bare = Object.entries(properties).filter((entry) => !entry[1].description)
  expect(bare).toEqual([])
  expect(properties.creationTimestamp?.description).toMatch(/^CreationTimestamp is a timestamp/)
})

it('puts a description of version 3 beside no reference', async () => {
  const { properties } = await objectMeta('/openapi/v3/apis/example.com/v1')
  expect(properties.creationTimestamp).toMatchObject({
    allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time' }],
  })
  expect(properties.creationTimestamp).not.toHaveProperty('$ref')
})
