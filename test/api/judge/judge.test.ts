import { beforeAll, expect, test } from 'vitest'
import { Deployment } from '../../../src/api/apps/v1/types.gen.js'
import { HorizontalPodAutoscaler as AutoscalerV1 } from '../../../src/api/autoscaling/v1/types.gen.js'
import { ConfigMap, Pod, Secret } from '../../../src/api/core/v1/types.gen.js'
import { installGroup } from '../../../src/api/install/install-group.js'
import { builtInAdmission } from '../../../src/api/judge/built-in-admission.js'
import { Judge } from '../../../src/api/judge/judge.js'
import type { KindClass } from '../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'

const scheme = new Scheme()
const now = () => new Date('2024-01-02T03:04:05Z')
const judge = new Judge({ scheme, now, newUID: () => 'uid-1', ...builtInAdmission() })

beforeAll(async () => {
  for (const group of ['', 'apps', 'autoscaling']) await installGroup(scheme, group)
})

const create = (type: KindClass, object: object) =>
  judge.create({ type, namespace: 'default', body: JSON.stringify(object) })

test('answers the object as it would be stored, with defaults and system metadata', async () => {
  const { object, status } = await create(Deployment, {
    metadata: { name: 'web', uid: 'forged', creationTimestamp: '1999-01-01T00:00:00Z' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'x' }] } },
    },
  })
  expect(status).toBeUndefined()
  expect(object).toMatchObject({
    metadata: {
      name: 'web',
      namespace: 'default',
      uid: 'uid-1',
      creationTimestamp: '2024-01-02T03:04:05Z',
      generation: 1,
    },
    spec: { replicas: 1, strategy: { type: 'RollingUpdate' } },
  })
})

test('refuses with the words of a server, and warns of unknown fields', async () => {
  const { object, status, warnings } = await create(ConfigMap, { metadata: { name: 'Bad' }, typo: 1 })
  expect(object).toBeUndefined()
  expect(warnings).toEqual(['unknown field "typo"'])
  expect(status).toMatchObject({
    code: 422,
    reason: 'Invalid',
    details: { name: 'Bad', kind: 'ConfigMap', causes: [{ field: 'metadata.name' }] },
  })
})

test('refuses what is no object of the kind', async () => {
  const wrong = await create(ConfigMap, { data: 5 })
  expect(wrong.status?.message).toBe(
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string',
  )
  const other = await create(ConfigMap, { apiVersion: 'v9', kind: 'ConfigMap' })
  expect(other.status?.message).toContain('no kind "ConfigMap" is registered for version "v9"')
  const nothing = await judge.create({ type: ConfigMap, body: '[' })
  expect(nothing.status?.message).toMatch(
    /^the object provided is unrecognized \(must be of type ConfigMap\): .*\(5b\)$/,
  )
})

test('refuses another namespace than that of the request', async () => {
  const { status } = await create(ConfigMap, { metadata: { name: 'a', namespace: 'other' } })
  expect(status).toMatchObject({
    code: 400,
    message: 'the namespace of the provided object does not match the namespace sent on the request',
  })
})

test('converts to the version of the request and back', async () => {
  const { object, stored } = await create(AutoscalerV1, {
    metadata: { name: 'web' },
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  })
  expect(object).toMatchObject({ apiVersion: 'autoscaling/v1', spec: { targetCPUUtilizationPercentage: 80 } })
  expect(stored).toMatchObject({ apiVersion: 'autoscaling/v2', spec: { metrics: [{ type: 'Resource' }] } })
})

test('keeps what clients cannot change in an update, and compares versions', async () => {
  const { stored } = await create(Secret, { metadata: { name: 'a' }, stringData: { x: 'y' } })
  if (stored === undefined) throw new Error('refused')
  Object.assign((stored as Secret).metadata ?? {}, { resourceVersion: '7' })
  const update = (metadata: object) =>
    judge.update({ type: Secret, namespace: 'default', body: JSON.stringify({ metadata }) }, stored)
  const kept = await update({ name: 'a', resourceVersion: '7' })
  expect(kept.object).toMatchObject({ metadata: { uid: 'uid-1', creationTimestamp: '2024-01-02T03:04:05Z' } })
  const stale = await update({ name: 'a', resourceVersion: '6' })
  expect(stale.status).toMatchObject({ code: 409, reason: 'Conflict', details: { name: 'a', kind: 'secrets' } })
  const other = await update({ name: 'b' })
  expect(other.status?.message).toBe('the name of the object (b) does not match the name on the URL (a)')
  const foreign = await update({ name: 'a', uid: 'uid-2' })
  expect(foreign.status?.message).toContain(
    'Precondition failed: UID in precondition: uid-2, UID in object meta: uid-1',
  )
})

test('admits pods as plugins do that are always on', async () => {
  const { object } = await create(Pod, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'x' }] } })
  expect(object).toMatchObject({ spec: { priority: 0, preemptionPolicy: 'PreemptLowerPriority' } })
  expect((object as Pod).spec?.tolerations).toHaveLength(2)
})

test('refuses overhead of a pod without a runtime class, an empty one too', async () => {
  const { status } = await create(Pod, {
    metadata: { generateName: 'a-' },
    spec: { containers: [{ name: 'c', image: 'x' }], overhead: {} },
  })
  expect(status).toMatchObject({ code: 403, message: expect.stringContaining('Pod Overhead set without') })
})

test('leaves pods of unknown classes as they are', async () => {
  const spec = { containers: [{ name: 'c', image: 'x' }], priorityClassName: 'batch', runtimeClassName: 'gvisor' }
  const { object } = await create(Pod, { metadata: { name: 'a' }, spec: { ...spec, overhead: { cpu: '1' } } })
  expect((object as Pod).spec).toMatchObject({ priorityClassName: 'batch', overhead: { cpu: '1' } })
  expect((object as Pod).spec).not.toHaveProperty('priority')
})

test('removes duplicate owner references, with a warning', async () => {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }
  const { object, warnings } = await create(ConfigMap, { metadata: { name: 'a', ownerReferences: [owner, owner] } })
  expect((object as ConfigMap).metadata?.ownerReferences).toEqual([owner])
  expect(warnings).toEqual([expect.stringContaining('duplicate UID(s) observed: u')])
})
