import { encodable, type ResourceStorage, type UpdateRequest } from '@apimachinery/server/registry'
import { Namespace } from 'apimachinery/api/core/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import { describe, expect, test } from 'vitest'
import type { ObjectInterfaces } from '../../src/admission/attributes.js'
import type { AdmissionPlugin } from '../../src/admission/index.js'
import { configMap, configMaps, flunders, TestAPI } from './test-api.js'
import { Flunder, FlunderAlpha } from './wardle.js'

const v1 = Flunder.groupVersionKind
const alpha = FlunderAlpha.groupVersionKind
const missing = new GroupVersionKind('wardle.example.com', 'v9', 'Flunder')

/** What an admission plugin has for a flunder that was created in the first version. */
async function given(version = 'v1'): Promise<{ object: KubernetesObject; objects: ObjectInterfaces }> {
  const seen: { object: KubernetesObject; objects: ObjectInterfaces }[] = []
  const plugin: AdmissionPlugin = {
    handles: () => true,
    async admit({ object, objects }) {
      if (object !== undefined) seen.push({ object, objects })
    },
  }
  const api = await TestAPI.start({ admission: plugin })
  const body = { metadata: { name: 'f' }, spec: version === 'v1' ? { reference: 'r', size: 1 } : { ref: 'r', size: 1 } }
  const { status } = await api.call('POST', flunders.replace('/v1/', `/${version}/`), { body })
  expect(status).toBe(201)
  return seen[0]!
}

// Source: `NewVersionedAttributes` and `ConvertToGVK` of k8s.io/apiserver/pkg/admission/plugin/webhook/generic.
describe('admission plugins see an object', () => {
  test.each([
    ['v1', v1, { reference: 'r', size: 1 }],
    ['v1', alpha, { ref: 'r', size: 1 }],
    ['v1alpha1', v1, { reference: 'r', size: 1 }],
    ['v1alpha1', alpha, { ref: 'r', size: 1 }],
  ] as const)('written in %s in the version of %s', async (version, kind, spec) => {
    const { object, objects } = await given(version)
    const { apiVersion, kind: name } = kind.toAPIVersionAndKind()
    expect(await objects.contentIn(object, kind)).toMatchObject({
      apiVersion,
      kind: name,
      metadata: { name: 'f' },
      spec,
    })
  })

  test('not in a version that does not exist', async () => {
    const { object, objects } = await given()
    await expect(objects.contentIn(object, missing)).rejects.toThrow('no kind "Flunder" is registered for version')
  })

  test('as JSON that is theirs to change', async () => {
    const { object, objects } = await given()
    const content = (await objects.contentIn(object, v1)) as { spec: { reference: string } }
    content.spec.reference = 'changed'
    expect(await objects.contentIn(object, v1)).toMatchObject({ spec: { reference: 'r' } })
  })

  test.each([
    [v1, { reference: 's' }],
    [alpha, { ref: 's' }],
  ])('and give back JSON of %s', async (kind, spec) => {
    const { objects } = await given()
    const { apiVersion, kind: name } = kind.toAPIVersionAndKind()
    const object = await objects.objectFrom({ apiVersion, kind: name, metadata: { name: 'f' }, spec }, kind)
    expect(object).toBeInstanceOf(Flunder)
    expect(object).toMatchObject({ spec: { reference: 's' } })
  })

  test('and merge configurations into it', async () => {
    const { object, objects } = await given()
    const content = await objects.contentIn(object, v1)
    expect(objects.applyConfiguration(content, { spec: { size: 2 } }, v1)).toMatchObject({
      spec: { reference: 'r', size: 2 },
    })
  })
})

describe('an update', () => {
  const updated = async (path: string, body: object) => {
    const seen: KubernetesObject[] = []
    const namespaces: ResourceStorage = {
      type: Namespace,
      namespaced: false,
      async update(_context, name, { updatedObject }: UpdateRequest) {
        const object = await updatedObject(encodable(new Namespace({ metadata: { name, resourceVersion: '1' } })))
        seen.push(object)
        return { result: encodable(object), created: false }
      },
    }
    const api = await TestAPI.start({}, { core: { namespaces } })
    await api.call('POST', configMaps, { body: configMap('a') })
    const answer = await api.call('PUT', path, { body })
    return { ...answer, seen }
  }
  test('of a namespace is of an object without a namespace', async () => {
    const { status, body } = await updated('/api/v1/namespaces/n', { metadata: { name: 'n' } })
    expect([status, body.metadata.namespace]).toEqual([200, undefined])
    const other = await updated('/api/v1/namespaces/n', { metadata: { name: 'n', namespace: 'n' } })
    expect([other.status, other.body.metadata.namespace]).toEqual([200, undefined])
  })

  test('of an object is of its namespace', async () => {
    const { status, body } = await updated(`${configMaps}/a`, configMap('a'))
    expect([status, body.metadata.namespace]).toEqual([200, 'ns'])
    const other = await updated(`${configMaps}/a`, configMap('a', { metadata: { name: 'a', namespace: 'other' } }))
    expect([other.status, other.body.message]).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ])
  })
})
