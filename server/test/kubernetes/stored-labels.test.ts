import type { StructDescriptor } from 'apimachinery/descriptor'
import { isUnstructuredClass, type KindClass, type KubernetesObject } from 'apimachinery/runtime'
import { ProtobufSerializer } from 'apimachinery/runtime/serializer/protobuf'
import { describe, expect, it } from 'vitest'
import { storedLabels } from '../../src/kinds/stored-labels.js'
import { newBuiltInScheme } from '../../src/kubernetes/built-in-scheme.js'
import { storageCodec } from '../../src/registry/storage-codec.js'

const scheme = newBuiltInScheme()
const serializer = new ProtobufSerializer(scheme, { mode: 'canonical' })

function codecOf(type: KindClass) {
  const storageVersion = type.groupVersionKind
  const labels = storedLabels(storageVersion)
  return storageCodec({ scheme, serializers: { serializer }, hub: type, storageVersion, labels })
}

/** Versions that no store writes, with defaults of their own. */
const neverStored = ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2']

function hasPath(descriptor: StructDescriptor, [name = '', ...rest]: readonly string[]): boolean {
  const type = descriptor.propertyByName.get(name)?.type
  return rest.length === 0 ? type !== undefined : type?.kind === 'struct' && hasPath(type, rest)
}

const kinds = scheme
  .allKnownTypes()
  .map(({ type }) => type as KindClass)
  .filter((type) => !isUnstructuredClass(type))
  .filter(({ descriptor }) => hasPath(descriptor, ['metadata', 'labels']))
  .filter(({ groupVersionKind: { version } }) => version !== '__internal')
  .filter(({ groupVersionKind }) => !neverStored.includes(groupVersionKind.toAPIVersionAndKind().apiVersion))

/** An object of a kind; pods that are made of it have a label. */
function sample(type: KindClass, labels?: Record<string, string>): KubernetesObject {
  const template = { metadata: { labels: { of: 'pods' } } }
  const object = new type({ metadata: { name: 'a', ...(labels && { labels }) } } as never) as KubernetesObject
  if (hasPath(type.descriptor, ['spec', 'template', 'metadata', 'labels']))
    Object.assign(object, { spec: { template } })
  return object
}

describe('labels in stored bytes', () => {
  const labelsOf = (object: KubernetesObject) =>
    (object as { metadata?: { labels?: Record<string, string> } }).metadata?.labels ?? {}

  it.each(kinds.map((type) => [String(type.groupVersionKind), type] as const))(
    'of %s are those of the decoded object, or are left to it',
    (_, type) => {
      const codec = codecOf(type)
      for (const labels of [undefined, { a: 'b', 'example.com/é': '' }]) {
        const data = codec.encode(sample(type, labels))
        const read = codec.labels?.(data)
        expect([undefined, labelsOf(codec.decode(data))]).toContainEqual(read)
      }
    },
  )

  const configMap = kinds.find((type) => String(type.groupVersionKind).includes('Kind=ConfigMap')) as KindClass
  const codec = codecOf(configMap)
  const data = codec.encode(sample(configMap, { a: 'b' }))

  it('are read for most kinds', () => expect(codec.labels?.(data)).toEqual({ a: 'b' }))

  it('are left to the decoded object for kinds whose defaults add some', () => {
    for (const kind of ['Namespace', 'Job', 'ReplicationController']) {
      const type = kinds.find(({ groupVersionKind }) => groupVersionKind.kind === kind) as KindClass
      expect(codecOf(type).labels).toBeUndefined()
    }
  })

  it('are left to it for bytes of another kind, for text, and for bytes that end early', () => {
    const secret = kinds.find(({ groupVersionKind }) => groupVersionKind.kind === 'Secret') as KindClass
    expect(codec.labels?.(serializer.encode(sample(secret, { a: 'b' })))).toBeUndefined()
    expect(codec.labels?.(Buffer.from('{"metadata":{"labels":{"a":"b"}}}'))).toBeUndefined()
    expect(codec.labels?.(data.subarray(0, -12))).toBeUndefined()
  })
})
