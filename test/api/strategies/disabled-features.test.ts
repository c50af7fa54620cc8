import { describe, expect, test } from 'vitest'
import {
  dropDisabledPodSpecFields,
  dropDisabledPodStatusFields,
  dropDisabledTemplateFields,
} from '../../../src/api/core/pod/drop-disabled-pod-fields.js'
import type { PodSpec, PodStatus } from '../../../src/api/core/v1/types.gen.js'

const except = (gate: string) => (each: string) => each !== gate
const all = () => true

/** A gate, a specification that uses the feature, and what is left of it without the gate. */
const specRows: readonly (readonly [gate: string, uses: object, left: object])[] = [
  ['PodLevelResources', { resources: { requests: { cpu: '1' } } }, {}],
  ['PodLevelResources', { resources: { limits: { cpu: '1' } } }, {}],
  [
    'MatchLabelKeysInPodTopologySpread',
    { topologySpreadConstraints: [{ maxSkew: 1 }, { maxSkew: 2, matchLabelKeys: ['a'] }] },
    { topologySpreadConstraints: [{ maxSkew: 1 }, { maxSkew: 2 }] },
  ],
  ...['clusterTrustBundle', 'podCertificate'].map(
    (source) =>
      [
        source === 'podCertificate' ? 'PodCertificateRequest' : 'ClusterTrustBundleProjection',
        {
          volumes: [
            { name: 'a' },
            { name: 'v', projected: { sources: [{ secret: {} }, { [source]: { path: 'x' } }] } },
          ],
        },
        { volumes: [{ name: 'a' }, { name: 'v', projected: { sources: [{ secret: {} }, {}] } }] },
      ] as const,
  ),
  ['GenericWorkload', { schedulingGroup: { podGroupName: 'g' } }, {}],
  ['HostnameOverride', { hostnameOverride: 'h' }, {}],
  [
    'ContainerRestartRules',
    { containers: [{ name: 'a' }, { name: 'c', restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart' }] }] },
    { containers: [{ name: 'a' }, { name: 'c' }] },
  ],
  [
    'ContainerRestartRules',
    {
      initContainers: [
        { name: 'sidecar', restartPolicy: 'Always', restartPolicyRules: [{ action: 'Restart' }] },
        { name: 'once', restartPolicy: 'Never' },
      ],
    },
    { initContainers: [{ name: 'sidecar', restartPolicy: 'Always' }, { name: 'once' }] },
  ],
  [
    'EnvFiles',
    { containers: [{ name: 'c', env: [{ name: 'a' }, { name: 'b', valueFrom: { fileKeyRef: { key: 'k' } } }] }] },
    { containers: [{ name: 'c', env: [{ name: 'a' }, { name: 'b', valueFrom: {} }] }] },
  ],
  [
    'ContainerStopSignals',
    {
      initContainers: [{ name: 'i' }],
      ephemeralContainers: [{ name: 'e', lifecycle: { stopSignal: 'SIGINT' } }],
      containers: [
        { name: 'a', lifecycle: { stopSignal: 'SIGINT', preStop: {} } },
        { name: 'b', lifecycle: { stopSignal: 'SIGINT', postStart: {} } },
      ],
    },
    {
      initContainers: [{ name: 'i' }],
      ephemeralContainers: [{ name: 'e' }],
      containers: [
        { name: 'a', lifecycle: { preStop: {} } },
        { name: 'b', lifecycle: { postStart: {} } },
      ],
    },
  ],
]

describe('fields of pods whose feature is off', () => {
  test.each(specRows)('%s %j', (gate, uses, left) => {
    const leftOf = (old: object | undefined, enabled: (gate: string) => boolean): object => {
      const template = { spec: structuredClone(uses) as PodSpec }
      dropDisabledTemplateFields(template, old && { spec: old as PodSpec }, enabled)
      return template.spec
    }
    expect(leftOf(undefined, except(gate))).toEqual(left)
    expect(leftOf({}, except(gate))).toEqual(left)
    expect(leftOf(left, except(gate))).toEqual(left)
    expect(leftOf(uses, except(gate))).toEqual(uses)
    expect(leftOf(undefined, all)).toEqual(uses)
  })

  // An old sidecar does not use the rules, and nothing is empty.
  test('that the old pod only seems to use go, too', () => {
    const spec: PodSpec = { containers: [{ name: 'c', restartPolicy: 'Never' }], resources: { limits: { cpu: '1' } } }
    const old: PodSpec = { containers: [], initContainers: [{ name: 's', restartPolicy: 'Always' }], resources: {} }
    dropDisabledPodSpecFields(spec, old, () => false)
    expect(spec).toEqual({ containers: [{ name: 'c' }] })
  })
})

const statusRows: readonly (readonly [gate: string, uses: object, left: object])[] = [
  [
    'InPlacePodLevelResourcesVerticalScaling',
    { resources: { limits: { cpu: '1' } }, allocatedResources: { cpu: '1' }, phase: 'Running' },
    { phase: 'Running' },
  ],
  ['DRAExtendedResource', { extendedResourceClaimStatus: { resourceClaimName: 'c' } }, {}],
  ['DRANodeAllocatableResources', { nodeAllocatableResourceClaimStatuses: [{ resourceClaimName: 'c' }] }, {}],
  ...['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'].flatMap((list) => {
    const of = (...statuses: object[]) => ({ [list]: [{ name: 'a' }, ...statuses] })
    const health = [{ name: 'r', resources: [{ resourceID: 'x', message: 'm' }, { resourceID: 'y' }] }]
    const silent = [{ name: 'r', resources: [{ resourceID: 'x' }, { resourceID: 'y' }] }]
    return [
      ['ResourceHealthStatus', of({ allocatedResourcesStatus: health }), of({})],
      [
        'ResourceHealthStatusMessage',
        of({ allocatedResourcesStatus: health }),
        of({ allocatedResourcesStatus: silent }),
      ],
      [
        'ImageVolumeWithDigest',
        of({ volumeMounts: [{ name: 'p' }, { name: 'v', volumeStatus: { image: {} } }] }),
        of({ volumeMounts: [{ name: 'p' }, { name: 'v' }] }),
      ],
    ] as const
  }),
]

describe('fields of the status of pods whose feature is off', () => {
  test.each(statusRows)('%s %j', (gate, uses, left) => {
    const leftOf = (old: object | undefined, enabled: (gate: string) => boolean): object => {
      const status = structuredClone(uses) as PodStatus
      dropDisabledPodStatusFields(status, old as PodStatus, enabled)
      return status
    }
    expect(leftOf(undefined, except(gate))).toEqual(left)
    expect(leftOf(left, except(gate))).toEqual(left)
    expect(leftOf(uses, except(gate))).toEqual(uses)
    expect(leftOf(undefined, all)).toEqual(uses)
  })

  test.each([{ resources: {} }, { allocatedResources: {} }])('the old status has %j', (old) => {
    const status: PodStatus = { resources: {}, allocatedResources: {} }
    dropDisabledPodStatusFields(status, old, () => false)
    expect(status).toEqual({ resources: {}, allocatedResources: {} })
  })
})
