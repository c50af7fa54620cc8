import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as appsv1 from '../../src/api/apps/v1/index.js'
import * as corev1 from '../../src/api/core/v1/index.js'
import { addToScheme } from '../../src/api/index.js'
import * as metav1 from '../../src/meta/v1/index.js'
import * as metav1beta1 from '../../src/meta/v1beta1/index.js'
import { isTypedObject } from '../../src/runtime/objects/typed-object.js'
import { RecordingRegistrar } from './scheme-double.js'

function everything(): RecordingRegistrar {
  const registrar = new RecordingRegistrar()
  addToScheme(registrar)
  metav1.addMetaToScheme(registrar)
  metav1beta1.addMetaToScheme(registrar)
  return registrar
}

test('every kind the Go program of this release knows is registered', () => {
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, '../golden/api/kinds.json'), 'utf8')) as {
    kinds: string[]
  }
  const { kinds } = everything()
  expect(golden.kinds.filter((kind) => !kinds.has(kind))).toEqual([])
  const unknown = [...kinds.keys()].filter((kind) => !golden.kinds.includes(kind))
  // The program links neither of the two groups that live outside k8s.io/api.
  expect(unknown.filter((kind) => !/^api(extensions|registration)\.k8s\.io\//.test(kind))).toEqual([])
})

describe('classes', () => {
  const { kinds } = everything()

  test('know their own kind, descriptor and items', () => {
    for (const [key, type] of kinds) {
      expect(type.groupVersionKind.kind, key).toBe(key.split('/').at(-1))
      expect(type.descriptor.kind, key).toBe('struct')
      expect(type.descriptor.properties.length, key).toBeGreaterThan(0)
      const items = type.descriptor.propertyByName.get('items')
      if (type.itemClass === undefined || items?.type.kind !== 'list') continue
      expect(items.type.element, key).toBe(type.itemClass.descriptor)
    }
  })

  test('every type below a kind has field numbers that are used once', () => {
    const seen = new Set<unknown>()
    const visit = (type: unknown, path: string): void => {
      if (typeof type !== 'object' || type === null || seen.has(type)) return
      seen.add(type)
      const shape = type as { kind: string; element?: unknown; value?: unknown; schema?: unknown }
      if (shape.kind !== 'struct') {
        for (const each of [shape.element, shape.value, shape.schema]) visit(each, path)
        return
      }
      const { fields } = type as typeof corev1.podDescriptor
      const numbers = fields.map((field) => field.number).filter((number) => number > 0)
      expect(new Set(numbers).size, path).toBe(numbers.length)
      for (const field of fields) visit(field.type, `${path}.${field.name}`)
    }
    for (const [key, type] of kinds) visit(type.descriptor, key)
    expect(seen.size).toBeGreaterThan(1000)
  })
})

describe('a kind class', () => {
  test('sets apiVersion and kind and takes plain data', () => {
    const deployment = new appsv1.Deployment({
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: { app: 'web' } }, template: { spec: { containers: [{ name: 'web' }] } } },
    })
    expect(JSON.stringify(deployment)).toBe(
      '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"selector":{"matchLabels":{"app":"web"}},"template":{"spec":{"containers":[{"name":"web"}]}}}}',
    )
    expect(isTypedObject(deployment)).toBe(true)
    expect(appsv1.Deployment.resource).toEqual({
      plural: 'deployments',
      singular: 'deployment',
      scope: 'Namespaced',
      shortNames: ['deploy'],
      categories: ['all'],
      subresources: ['status', 'scale'],
    })
  })

  test('a list knows the class of its items', () => {
    expect(corev1.PodList.itemClass).toBe(corev1.Pod)
    expect('itemClass' in corev1.List).toBe(false)
    const list = new corev1.PodList({ items: [new corev1.Pod({ metadata: { name: 'a' } })] })
    expect(list.items[0]?.kind).toBe('Pod')
  })

  test('a nested kind needs no apiVersion', () => {
    const set = new appsv1.StatefulSet({
      spec: {
        selector: {},
        template: {},
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage: '1Gi' } } } }],
      },
    })
    expect(set.spec?.volumeClaimTemplates?.[0]?.metadata?.name).toBe('data')
  })

  test('an event of a watch has neither apiVersion nor kind', () => {
    const event = new metav1.WatchEvent({ type: 'ADDED', object: new corev1.Pod({ metadata: { name: 'a' } }) })
    expect(Object.keys(event)).toEqual(['type', 'object'])
  })
})

test('constants keep their names and values', () => {
  expect([corev1.PodRunning, corev1.NamespaceDefault, metav1.NamespaceAll]).toEqual(['Running', 'default', ''])
})

test('every resource with a list kind leads to its class, and back', () => {
  const { kinds } = everything()
  let resources = 0
  for (const [key, type] of kinds) {
    const list = kinds.get(`${key}List`)
    expect(type.listClass, key).toBe(type.resource === undefined ? type.listClass : list)
    if (type.listClass === undefined) continue
    expect(type.listClass.itemClass, key).toBe(type)
    resources++
  }
  expect(resources).toBeGreaterThan(150)
})
