import { describe, expect, it } from 'vitest'
import { addToScheme } from '../../src/api/add-to-scheme.gen.js'
import { jsonSchemaPropsDescriptor } from '../../src/api/apiextensions/v1/descriptors.gen.js'
import { addToScheme as addApps } from '../../src/api/apps/v1/register.gen.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { openAPIV2, openAPIV3 } from '../../src/openapi/publish/openapi-document.js'
import { structSchema } from '../../src/openapi/publish/type-schema.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../src/schema/group-version.js'

const leaf = struct('x.Leaf', () => [['a', 1, scalar('string'), '?']])
const everything = struct('x.Everything', () => [
  ['name', 1, scalar('string'), '', { required: true, schema: { maxLength: 5 } }],
  ['count', 2, scalar('int32'), '*?', { default: 1, schema: { minimum: 0 } }],
  ['leaf', 3, leaf, '?'],
  ['pointer', 4, leaf, '*?'],
  ['leaves', 5, list(leaf), '?', { listType: 'map', listMapKeys: ['a'], patchStrategy: 'merge', patchMergeKey: 'a' }],
  ['texts', 6, map(scalar('string')), '?'],
  ['limit', 7, scalar('quantity'), '?'],
  ['port', 8, scalar('intOrString'), '*?'],
  ['at', 9, scalar('time'), '?'],
  ['phase', 10, scalar('string', { enum: ['B', 'A'] }), '?'],
  ['raw', 11, scalar('bytes'), '?'],
])

function refsOf(value: JSONValue): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = !Array.isArray(value) && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap((each) => refsOf(each as JSONValue))]
}

describe('structSchema', () => {
  // As `openapi-spec/v3/apis__apiextensions.k8s.io__v1_openapi.json` of Kubernetes names them.
  it('names the shapes of JSON schemas beside their type', () => {
    const { properties } = structSchema(jsonSchemaPropsDescriptor, { version: 'v3' }) as unknown as Record<
      string,
      object
    >
    const beside = '#/components/schemas/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOr'
    expect(properties).toMatchObject({
      additionalProperties: { $ref: `${beside}Bool` },
      items: { $ref: `${beside}Array` },
      dependencies: { additionalProperties: { $ref: `${beside}StringArray` } },
    })
  })

  it('says in v3 what the descriptor says', () => {
    const names: string[] = []
    const schema = structSchema(everything, { version: 'v3', refer: (name) => names.push(name) })
    const ref = { $ref: '#/components/schemas/x.Leaf' }
    expect(schema).toEqual({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', default: '', maxLength: 5 },
        count: { type: 'integer', format: 'int32', default: 1, minimum: 0 },
        leaf: { default: {}, allOf: [ref] },
        pointer: ref,
        leaves: {
          type: 'array',
          items: ref,
          'x-kubernetes-list-map-keys': ['a'],
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-patch-merge-key': 'a',
          'x-kubernetes-patch-strategy': 'merge',
        },
        texts: { type: 'object', additionalProperties: { type: 'string' } },
        limit: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity' },
        port: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
        at: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time' },
        phase: { type: 'string', enum: ['A', 'B'] },
        raw: { type: 'string', format: 'byte' },
      },
    })
    expect(names).toContain('x.Leaf')
  })

  it('keeps the order of what is required, and gives elements defaults where earlier documents did', () => {
    const both = struct('x.Both', () => [
      ['z', 1, scalar('string')],
      ['a', 2, list(scalar('string'))],
      ['of', 3, map(scalar('int32')), '?'],
    ])
    const schema = structSchema(both, { version: 'v3' })
    expect([schema.required, (schema.properties as JSONObject).a]).toEqual([
      ['z', 'a'],
      { type: 'array', items: { type: 'string' } },
    ])
    const earlier = structSchema(both, { version: 'v3', elementDefaults: true })
    expect(earlier.properties).toMatchObject({
      a: { items: { type: 'string', default: '' } },
      of: { additionalProperties: { default: 0 } },
    })
  })

  it('refers plainly in v2', () => {
    const { properties } = structSchema(everything, { version: 'v2' })
    expect((properties as JSONObject).leaf).toEqual({ $ref: '#/definitions/x.Leaf' })
  })
})

describe('documents of a scheme', () => {
  const scheme = new Scheme()
  addToScheme(scheme)

  it('define every kind and all that they refer to', () => {
    const v3 = openAPIV3(scheme, { title: 'T', version: 'v1' })
    expect(v3).toMatchObject({ openapi: '3.0.0', info: { title: 'T', version: 'v1' } })
    const { schemas } = v3.components as { schemas: JSONObject }
    for (const ref of refsOf(schemas)) expect(schemas).toHaveProperty([ref.replace('#/components/schemas/', '')])
    const { definitions } = openAPIV2(scheme) as { definitions: JSONObject }
    for (const ref of refsOf(definitions)) expect(definitions).toHaveProperty([ref.replace('#/definitions/', '')])
    expect(Object.keys(definitions)).toEqual(Object.keys(schemas))
    expect(definitions['io.k8s.api.apps.v1.Deployment']).toMatchObject({
      'x-kubernetes-group-version-kind': [{ group: 'apps', kind: 'Deployment', version: 'v1' }],
    })
    expect(definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toEqual({
      type: 'string',
      format: 'int-or-string',
    })
    expect(schemas['io.k8s.apimachinery.pkg.api.resource.Quantity']).toEqual({
      oneOf: [{ type: 'string' }, { type: 'number' }],
    })
  })

  it('can be made for one group and version', () => {
    const apps = new Scheme()
    addApps(apps)
    const only = openAPIV3(scheme, { groupVersion: new GroupVersion('apps', 'v1') })
    const names = Object.keys((only.components as { schemas: JSONObject }).schemas)
    expect(names).toContain('io.k8s.api.apps.v1.Deployment')
    expect(names).not.toContain('io.k8s.api.batch.v1.Job')
  })
})

describe('paths', () => {
  const scheme = new Scheme()
  addApps(scheme)
  const paths: JSONObject = {
    '/apis/apps/v1/deployments': { get: { operationId: 'listAppsV1DeploymentForAllNamespaces' } },
  }

  it('are the given ones, and none otherwise', () => {
    const groupVersion = new GroupVersion('apps', 'v1')
    for (const publish of [openAPIV2, openAPIV3]) {
      expect(publish(scheme, { groupVersion, paths }).paths).toEqual(paths)
      expect(publish(scheme, { groupVersion }).paths).toEqual({})
    }
  })
})
