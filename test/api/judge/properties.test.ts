import { describe, expect, test } from 'vitest'
import { clusterOf } from '../../../scripts/cases/cluster.js'
import { CustomResourceDefinition as OldDefinition } from '../../../src/api/apiextensions/v1beta1/types.gen.js'
import { Pod } from '../../../src/api/core/v1/types.gen.js'
import { heldForm } from '../../../src/api/judge/held-form.js'
import { newestRelease } from '../../../src/api/releases/release.js'
import { beforeCreate } from '../../../src/api/strategies/before-create.js'
import type { KindStrategy, StrategyContext } from '../../../src/api/strategies/kind-strategy.js'
import { strategiesOfGroup, strategyFor, strategyGroups } from '../../../src/api/strategies/strategies.js'
import { deepCopy } from '../../../src/descriptor/deep-copy.js'
import { type KubernetesObject, kindClassOf } from '../../../src/runtime/objects/typed-object.js'
import { Filler } from '../../../src/testing/filler.js'
import { isPlaceIn } from './error-places.js'

const { scheme } = clusterOf(newestRelease)

const context: StrategyContext = {
  namespace: 'default',
  apiVersion: 'v1',
  release: newestRelease,
  featureEnabled: () => true,
  now: () => new Date('2024-01-02T03:04:05Z'),
}

const strategies: KindStrategy[] = []
for (const group of strategyGroups) strategies.push(...(await strategiesOfGroup(group)))
const named = strategies.map((strategy) => [String(strategy.type.groupVersionKind), strategy] as const)

/** Paths of upstream that lead to no place of an object, and why. */
const upstreams: Readonly<Record<string, RegExp>> = {
  'fields of list items, named without index':
    /\.(?:volumeMounts\.(?:recursiveReadOnly|mountPropagation)|scopeSelector\.matchExpressions\.(?:operator|values)|resourceRules\.operations)$/,
  'other names than those of the fields':
    /\.persistentDisk\.|\boverhead\.limits\[|^spec\.LoadBalancerSourceRanges\[|^Spec\.|^spec\.schema\./,
  'the internal form of pods, whose security context has what is beside it':
    /\.securityContext\.shareProcessNamespace$/,
  'volumes of claims are put before those of the template': /^spec\.template\.spec\.volumes\[/,
  'a missing schema is missed below what is missing': /^spec\.versions\[\d+\]\.schema\.openAPIV3Schema$/,
}

function isUpstreams(field: string, { kind }: { readonly kind: string }): boolean {
  return Object.entries(upstreams).some(
    ([why, pattern]) => pattern.test(field) && (kind === 'StatefulSet' || !why.startsWith('volumes of claims')),
  )
}

/** An object as errors speak of it: definitions of custom resources in upstream's internal form, too, which is close to v1beta1. */
function formsOf(object: KubernetesObject, { type }: KindStrategy): readonly KubernetesObject[] {
  return type.groupVersionKind.kind === 'CustomResourceDefinition'
    ? [object, scheme.convert(object, OldDefinition)]
    : [object]
}

function isPlace(field: string, objects: readonly KubernetesObject[], strategy: KindStrategy): boolean {
  if (isUpstreams(field, strategy.type.groupVersionKind)) return true
  return objects
    .flatMap((object) => formsOf(object, strategy))
    .some((form) => isPlaceIn(field, kindClassOf(form).descriptor, form))
}

describe.each(named)('%s', (_, strategy) => {
  const objects = [0, 0.3, 0.7, 1].flatMap((share, i) =>
    // Hooks get objects as Go holds them.
    [1, 2].map((seed) => heldForm(new Filler({ seed: seed + 10 * i, share }).object(strategy.type), strategy.type)),
  )

  test('validation of random objects never throws, changes nothing, and names places of the object', () => {
    for (const object of objects) {
      const before = JSON.stringify(object)
      const errors = strategy.validate(object, context)
      expect(JSON.stringify(object)).toBe(before)
      for (const { field, message } of errors) expect(isPlace(field, [object], strategy), message).toBe(true)
    }
  })

  test('validation of random updates changes neither side, and names places of one of them', () => {
    const [first, second] = [objects[2] as KubernetesObject, objects[5] as KubernetesObject]
    const before = JSON.stringify([first, second])
    for (const hooks of [strategy, ...Object.values(strategy.subresources ?? {})]) {
      for (const { field, message } of hooks.validateUpdate(first, second, context)) {
        expect(isPlace(field, [first, second], strategy), message).toBe(true)
      }
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
