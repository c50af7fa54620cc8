import { describe, expect, test } from 'vitest'
import { MutatingWebhookConfiguration } from '../../../src/api/admissionregistration/v1/types.gen.js'
import { mutatingWebhookConfigurationStrategy } from '../../../src/api/admissionregistration/webhook-configuration/strategy.js'
import { addAppsDefaults } from '../../../src/api/apps/defaults.gen.js'
import { addToScheme as addApps } from '../../../src/api/apps/v1/register.gen.js'
import { StatefulSet } from '../../../src/api/apps/v1/types.gen.js'
import { horizontalPodAutoscalerStrategy } from '../../../src/api/autoscaling/horizontal-pod-autoscaler/strategy.js'
import { HorizontalPodAutoscaler } from '../../../src/api/autoscaling/v2/types.gen.js'
import { computePodQOS } from '../../../src/api/core/pod/pod-qos.js'
import { podStrategy } from '../../../src/api/core/pod/strategy.js'
import { Pod } from '../../../src/api/core/v1/types.gen.js'
import { releaseOf } from '../../../src/api/releases/release.js'
import { deviceTaintRuleStrategy } from '../../../src/api/resource/device-taint-rule/strategy.js'
import { resourceSliceStrategy } from '../../../src/api/resource/resource-slice/strategy.js'
import { ResourceSlice } from '../../../src/api/resource/v1/types.gen.js'
import { addCSIDriverDefaults } from '../../../src/api/storage/csi-driver/defaults.js'
import { csiNodeStrategy } from '../../../src/api/storage/csi-node/strategy.js'
import { validateCSINodeStatusUpdate } from '../../../src/api/storage/csi-node/validation.js'
import { addToScheme as addStorage } from '../../../src/api/storage/v1/register.gen.js'
import { CSIDriver, CSINode } from '../../../src/api/storage/v1/types.gen.js'
import { allowsUnconditionalUpdate, type StrategyContext } from '../../../src/api/strategies/kind-strategy.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'

function contextOf(minor: '1.36' | '1.37', ...gates: readonly string[]): StrategyContext {
  return {
    apiVersion: 'v1',
    release: releaseOf(minor),
    featureEnabled: (gate) => gates.includes(gate),
    now: () => new Date('2031-02-03T04:05:06Z'),
  }
}

describe('rules behind gates', () => {
  test('autoscalers have a generation', () => {
    const make = (minReplicas: number) =>
      new HorizontalPodAutoscaler({
        metadata: { name: 'a' },
        spec: { minReplicas, maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd' } },
      })
    const [on, off] = [contextOf('1.37', 'HPAGeneration'), contextOf('1.37')]
    const created = make(1)
    horizontalPodAutoscalerStrategy.prepareForCreate?.(created, on)
    expect(created.metadata?.generation).toBe(1)
    const changed = make(2)
    horizontalPodAutoscalerStrategy.prepareForUpdate?.(changed, created, on)
    expect(changed.metadata?.generation).toBe(2)
    const without = make(1)
    horizontalPodAutoscalerStrategy.prepareForCreate?.(without, off)
    expect(without.metadata?.generation).toBeUndefined()
  })

  test.each([
    [['MaxUnavailableStatefulSet'], 1],
    [[], undefined],
  ])('defaults of a stateful set with gates %j', (gates: readonly string[], maxUnavailable) => {
    const scheme = new Scheme()
    addApps(scheme)
    addAppsDefaults(scheme, { featureEnabled: (gate) => gates.includes(gate) })
    const set = new StatefulSet({ metadata: { name: 'a' } })
    scheme.default(set)
    expect(set.spec?.updateStrategy?.rollingUpdate?.maxUnavailable).toBe(maxUnavailable)
  })

  test.each([
    [['VolumeLimitScaling', 'SELinuxMountReadWriteOncePod'], false, false],
    [[], undefined, undefined],
  ])(
    'defaults of a CSI driver with gates %j',
    (gates: readonly string[], preventPodSchedulingIfMissing, seLinuxMount) => {
      const scheme = new Scheme()
      addStorage(scheme)
      addCSIDriverDefaults(scheme, { featureEnabled: (gate) => gates.includes(gate) })
      const driver = new CSIDriver({ metadata: { name: 'a' } })
      scheme.default(driver)
      expect(driver.spec).toMatchObject({ attachRequired: true })
      expect(driver.spec?.preventPodSchedulingIfMissing).toBe(preventPodSchedulingIfMissing)
      expect(driver.spec?.seLinuxMount).toBe(seLinuxMount)
    },
  )

  test('webhooks are warned of resources that none gets', () => {
    const rules = [
      { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews', 'pods', 'subjectaccessreviews'] },
      { apiGroups: ['*'], resources: ['tokenreviews'] },
    ]
    const webhooks = [{ name: 'w', rules }] as unknown as NonNullable<MutatingWebhookConfiguration['webhooks']>
    const configuration = new MutatingWebhookConfiguration({ metadata: { name: 'a' }, webhooks })
    const gate = 'ExcludeAdmissionWebhookVirtualResources'
    const warnings = mutatingWebhookConfigurationStrategy.warningsOnCreate
    expect(warnings?.(configuration, contextOf('1.37', gate))).toEqual([
      'webhooks[0].rules[0]: subjectaccessreviews.authorization.k8s.io is excluded from admission webhooks; this rule will have no effect',
    ])
    expect(warnings?.(configuration, contextOf('1.37'))).toEqual([])
  })

  test('fields of devices go with their features', () => {
    const make = () =>
      new ResourceSlice({
        metadata: { name: 'a' },
        spec: {
          driver: 'd',
          pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
          partitionTypeAttribute: 'd/a',
          skipNodeOperations: ['*'],
          devices: [{ name: 'x', consumesCounters: [{ counterSet: 'c', counters: {}, compatibilityGroups: ['g'] }] }],
        },
      })
    const dropped = make()
    resourceSliceStrategy.prepareForCreate?.(dropped, contextOf('1.37', 'DRAPartitionableDevices'))
    expect(dropped.spec).not.toHaveProperty('partitionTypeAttribute')
    expect(dropped.spec).not.toHaveProperty('skipNodeOperations')
    expect(dropped.spec?.devices?.[0]?.consumesCounters).toEqual([{ counterSet: 'c', counters: {} }])
    const kept = make()
    resourceSliceStrategy.prepareForUpdate?.(kept, make(), contextOf('1.37', 'DRAPartitionableDevices'))
    expect(kept.spec).toEqual(make().spec)
  })
})

describe('rules of a release', () => {
  test.each([
    ['1.36', undefined],
    ['1.37', {}],
  ] as const)('the status of a new CSINode in %s', (minor, status) => {
    const node = new CSINode({ metadata: { name: 'a' }, spec: { drivers: [] }, status: { storageHealth: [] } })
    csiNodeStrategy.prepareForCreate?.(node, contextOf(minor))
    expect(node.status).toEqual(status)
  })

  test('the health of storage is checked', () => {
    const conditions = [{ status: 'Bad', reason: '', accessMode: 'x', volumeMode: 'y' }]
    const metadata = { name: 'a', resourceVersion: '1' }
    const node = (storageHealth: NonNullable<CSINode['status']>['storageHealth']) =>
      new CSINode({ metadata, spec: { drivers: [] }, status: { storageHealth } })
    const errors = validateCSINodeStatusUpdate(
      node([
        { name: 'd', healthConditions: conditions },
        { name: 'd' },
        { name: '', healthConditions: Array.from({ length: 17 }, () => ({ status: 'StorageDegraded', reason: 'R' })) },
      ]),
      node([]),
    )
    expect(errors.map(({ message }) => message)).toEqual([
      'status.storageHealth[0].healthConditions[0].status: Unsupported value: "Bad": supported values: "StorageDegraded", "StorageUnreachable"',
      'status.storageHealth[0].healthConditions[0].reason: Required value',
      'status.storageHealth[0].healthConditions[0].accessMode: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      'status.storageHealth[0].healthConditions[0].volumeMode: Unsupported value: "y": supported values: "Filesystem", "Block"',
      'status.storageHealth[1]: Duplicate value: "d"',
      'status.storageHealth[2].name: Required value',
      'status.storageHealth[2].healthConditions: Too many: 17: must have at most 16 items',
    ])
  })

  test.each([
    ['1.36', 'resource.k8s.io/v1', true],
    ['1.37', 'resource.k8s.io/v1', false],
    ['1.37', 'resource.k8s.io/v1beta2', true],
  ] as const)('in %s an update of a taint rule in %s without a resource version: %s', (minor, apiVersion, allowed) => {
    expect(allowsUnconditionalUpdate(deviceTaintRuleStrategy, { apiVersion, release: releaseOf(minor) })).toBe(allowed)
  })
})

describe('resources of a pod as a whole', () => {
  const limited = { limits: { cpu: '1', memory: '1Gi' } }
  const fix = ['PodLevelResources', 'PodLevelResourcesFixDefaulting']
  test.each([
    [
      'requests',
      { requests: { cpu: '2' } },
      { requests: { cpu: '2', memory: '2Gi' }, limits: { cpu: '2', memory: '2Gi' } },
    ],
    [
      'limits',
      { limits: { cpu: '3' } },
      { requests: { cpu: '2', memory: '2Gi' }, limits: { cpu: '3', memory: '2Gi' } },
    ],
    ['nothing', {}, {}],
  ])('are completed when a pod is stored with %s', (_what, resources, completed) => {
    const containers = ['a', 'b'].map((name) => ({ name, resources: { ...limited, requests: limited.limits } }))
    const pod = new Pod({ metadata: { name: 'p' }, spec: { containers, resources } })
    podStrategy.prepareForCreate?.(pod, contextOf('1.37', ...fix))
    expect(pod.spec?.resources).toEqual(completed)
    const left = new Pod({ metadata: { name: 'p' }, spec: { containers, resources } })
    podStrategy.prepareForCreate?.(left, contextOf('1.37', 'PodLevelResources'))
    expect(left.spec?.resources).toEqual(resources)
  })

  test('decide about the class of service only with a resource that a pod may ask for', () => {
    const spec = { containers: [{ name: 'a', resources: { ...limited, requests: limited.limits } }], resources: {} }
    expect(computePodQOS(spec, { podLevelResources: true, fixQOSClass: true })).toBe('Guaranteed')
    expect(computePodQOS(spec, { podLevelResources: true, fixQOSClass: false })).toBe('BestEffort')
  })
})
