import { describe, expect, test } from 'vitest'
import { CustomResourceDefinition as OldDefinition } from '../../../src/api/apiextensions/v1beta1/types.gen.js'
import { Pod } from '../../../src/api/core/v1/types.gen.js'
import { heldForm } from '../../../src/api/judge/held-form.js'
import { beforeCreate } from '../../../src/api/strategies/before-create.js'
import type { KindStrategy, StrategyContext } from '../../../src/api/strategies/kind-strategy.js'
import { strategiesOfGroup, strategyFor, strategyGroups } from '../../../src/api/strategies/strategies.js'
import { deepCopy } from '../../../src/descriptor/deep-copy.js'
import type { TypeDescriptor } from '../../../src/descriptor/types.js'
import type { KubernetesObject } from '../../../src/runtime/objects/typed-object.js'
import { Filler } from '../../../src/testing/filler.js'

const context: StrategyContext = {
  namespace: 'default',
  apiVersion: 'v1',
  featureEnabled: () => true,
  now: () => new Date('2024-01-02T03:04:05Z'),
}

const strategies: KindStrategy[] = []
for (const group of strategyGroups) strategies.push(...(await strategiesOfGroup(group)))
const named = strategies.map((strategy) => [String(strategy.type.groupVersionKind), strategy] as const)

/** Paths that upstream has made up in full: there is no such parent. */
const upstreams = /\.persistentDisk\.|overhead\.limits\[|^spec\.LoadBalancerSourceRanges\[/

/** The path of an error leads to a place that the type has, or to one below it, as upstream gives some fields other names. */
function leadsSomewhere(field: string, type: TypeDescriptor | undefined): boolean {
  if (field === '' || type === undefined) return true
  if (type.kind === 'list') return leadsSomewhere(field.replace(/^\[\d+\]\.?/, ''), type.element)
  // Keys of maps may hold dots and brackets, which end the search.
  if (type.kind === 'map') return field.startsWith('[')
  if (type.kind === 'variant') return leadsSomewhere(field, type.schema)
  const [, name = '', rest = ''] = /^([^.[\]]+)\.?(.*)$/.exec(field) ?? []
  const property = type.kind === 'struct' ? type.propertyByName.get(name) : undefined
  return property === undefined ? !rest.includes('.') && !rest.startsWith('[') : leadsSomewhere(rest, property.type)
}

/** The form that errors speak of: for definitions of custom resources it is upstream's internal one, close to v1beta1. */
function shownAs({ type }: KindStrategy): TypeDescriptor {
  return type.groupVersionKind.kind === 'CustomResourceDefinition' ? OldDefinition.descriptor : type.descriptor
}

describe.each(named)('%s', (_, strategy) => {
  const objects = [0, 0.3, 0.7, 1].flatMap((share, i) =>
    // Hooks get objects as Go holds them.
    [1, 2].map((seed) => heldForm(new Filler({ seed: seed + 10 * i, share }).object(strategy.type), strategy.type)),
  )

  test('validation of random objects never throws and never changes them', () => {
    for (const object of objects) {
      const before = JSON.stringify(object)
      const errors = strategy.validate(object, context)
      expect(JSON.stringify(object)).toBe(before)
      for (const { field, message } of errors) {
        if (upstreams.test(field)) continue
        expect(leadsSomewhere(field, shownAs(strategy)), message).toBe(true)
      }
    }
  })

  test('validation of random updates changes neither side', () => {
    const [first, second] = [objects[2] as KubernetesObject, objects[5] as KubernetesObject]
    const before = JSON.stringify([first, second])
    for (const hooks of [strategy, ...Object.values(strategy.subresources ?? {})]) {
      hooks.validateUpdate(first, second, context)
      hooks.warningsOnUpdate?.(first, second, context)
    }
    expect(JSON.stringify([first, second])).toBe(before)
  })

  test('preparing an update leaves the old object alone', () => {
    const [object, old] = [deepCopy(objects[5] as KubernetesObject), objects[2] as KubernetesObject]
    const before = JSON.stringify(old)
    for (const hooks of [strategy, ...Object.values(strategy.subresources ?? {})]) {
      hooks.prepareForUpdate?.(object, old, context)
    }
    expect(JSON.stringify(old)).toBe(before)
  })
})

test('a pod with 10,000 containers and 100,000 labels is judged', async () => {
  const strategy = (await strategyFor({ group: '', kind: 'Pod' })) as KindStrategy<Pod>
  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
  const pod = new Pod({
    metadata: {
      name: 'large',
      namespace: 'default',
      uid: 'u',
      creationTimestamp: '2024-01-02T03:04:05Z',
      labels: Object.fromEntries(names(100_000, 'label-').map((name) => [name, 'x'])),
    },
    spec: {
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      terminationGracePeriodSeconds: 30,
      schedulerName: 'default-scheduler',
      securityContext: {},
      containers: names(10_000, 'container-').map((name) => ({
        name,
        image: 'x',
        imagePullPolicy: 'Always',
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
      })),
    },
  })
  expect(beforeCreate(strategy, pod, context)).toEqual([])
})
