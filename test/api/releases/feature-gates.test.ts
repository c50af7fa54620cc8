import { describe, expect, it } from 'vitest'
import { enabledByDefault, FeatureGates, releaseOf, releases } from '../../../src/api/releases/index.js'

const [oldest, middle, newest] = ['1.35', '1.36', '1.37'].map((name) => releaseOf(name)) as [
  ReturnType<typeof releaseOf>,
  ReturnType<typeof releaseOf>,
  ReturnType<typeof releaseOf>,
]

function refusal(...options: ConstructorParameters<typeof FeatureGates>): string | undefined {
  try {
    new FeatureGates(...options)
    return undefined
  } catch (error) {
    expect(error).toMatchObject({ code: 'InvalidValue' })
    return (error as Error).message
  }
}

describe('feature gates by default', () => {
  it.each([
    ['MaxUnavailableStatefulSet', false, false, true],
    ['MutatingAdmissionPolicy', false, true, true],
    ['SidecarContainers', true, true, true], // its gate is gone
    ['GangScheduling', false, false, false], // gone without having been on
    ['AllowServiceExternalIPs', true, true, true], // older than its gate
    ['ServiceCIDRStatusFieldWiping', false, true, true],
    ['CompositePodGroup', false, false, false],
    ['NoSuchGate', false, false, false],
    ['constructor', false, false, false],
    ['AllBeta', false, false, false],
  ])('%s is %j, %j, %j', (name, ...on) => {
    expect([oldest, middle, newest].map((release) => enabledByDefault(name, release))).toEqual(on)
    expect(releases.map((release) => new FeatureGates({ release }).enabled(name))).toEqual(on)
  })
})

describe('feature gates that are set', () => {
  it('are refused if no release has them, or not this one any more', () => {
    expect(refusal({ set: { NoSuchGate: true } })).toBe('unrecognized feature gate: NoSuchGate')
    expect(refusal({ release: newest, set: { SidecarContainers: true } })).toBe(
      'unrecognized feature gate: SidecarContainers',
    )
    expect(refusal({ release: middle, set: { SidecarContainers: true } })).toBeUndefined()
    expect(refusal({ release: oldest, set: { AllowServiceExternalIPs: true } })).toBe(
      'unrecognized feature gate: AllowServiceExternalIPs',
    )
  })

  it('are refused if they are locked to the other value', () => {
    const set = { SidecarContainers: false, JobSuccessPolicy: false }
    expect(refusal({ release: oldest, set: { SidecarContainers: false } })).toBe(
      'cannot set feature gate SidecarContainers to false, feature is locked to true',
    )
    expect(refusal({ release: oldest, set })).toBe(
      '[cannot set feature gate SidecarContainers to false, feature is locked to true, cannot set feature gate JobSuccessPolicy to false, feature is locked to true]',
    )
  })

  it('are refused if only a later release has them', () => {
    expect(refusal({ release: middle, set: { CompositePodGroup: true } })).toBe(
      'cannot set feature gate CompositePodGroup to true, feature is PreAlpha at emulated version 1.36, min compatibility version 1.35',
    )
  })

  it('are refused if they need others that are off', () => {
    expect(refusal({ release: oldest, set: { GangScheduling: true } })).toBe(
      'GangScheduling is enabled, but depends on features that are disabled: [GenericWorkload]',
    )
    expect(refusal({ release: oldest, set: { GangScheduling: true, GenericWorkload: true } })).toBeUndefined()
    expect(refusal({ release: oldest, set: { UserNamespacesSupport: false } })).toBe(
      'ProcMountType is enabled, but depends on features that are disabled: [UserNamespacesSupport]',
    )
  })

  it('precede those of their stage', () => {
    const { enabled } = new FeatureGates({
      release: newest,
      set: { AllAlpha: true, CSIVolumeHealth: false, AllBeta: true, WatchList: false },
    })
    const names = ['PodGroupPreemptionPolicy', 'CSIVolumeHealth', 'GenericWorkload', 'WatchList', 'AllAlpha', 'KMSv1']
    expect(names.map(enabled)).toEqual([true, false, true, false, true, false])
  })

  it('tell of gates that will be removed', () => {
    const warnings: string[] = []
    new FeatureGates({
      release: oldest,
      set: { KMSv1: true, InformerResourceVersion: true, WatchList: false },
      warn: (message, { featureGate, value }) => warnings.push(`${featureGate}=${value}: ${message}`),
    })
    expect(warnings).toEqual([
      'KMSv1=true: setting deprecated feature gate. It will be removed in a future release.',
      'InformerResourceVersion=true: setting GA feature gate. It will be removed in a future release.',
    ])
  })
})

it('a gate for clusters of new servers alone is on when these are the oldest', () => {
  const name = 'DRAFractionalCapacityRange'
  expect(new FeatureGates({ release: newest }).enabled(name)).toBe(false)
  expect(new FeatureGates({ release: newest, minCompatibility: 37 }).enabled(name)).toBe(true)
})

it('a release knows the gates that its server lists', () => {
  const names = (release: typeof oldest) => new FeatureGates({ release }).all.map((gate) => gate.name)
  // Of the metric kubernetes_feature_enabled of kube-apiserver 1.35.4, 1.36.3 and 1.37.2.
  expect([oldest, middle, newest].map((release) => names(release).length)).toEqual([218, 242, 254])
  expect(names(oldest)).toContain('SidecarContainers')
  expect(names(newest)).not.toContain('SidecarContainers')
  expect(names(middle)).not.toContain('CompositePodGroup')
})
