import { FeatureGates, type Release, releaseOf } from 'apimachinery/api/releases'
import { describe, expect, it } from 'vitest'
import { builtInGroups } from '../../src/kinds/built-in-groups.js'
import { storageVersionOf } from '../../src/kinds/storage-version.js'
import { newBuiltInScheme } from '../../src/kubernetes/built-in-scheme.js'

const names = ['1.35', '1.36', '1.37'] as const

function versionsOf(release: Release, group: string, set: Record<string, boolean> = {}): string[] {
  const groups = builtInGroups({ release, featureEnabled: new FeatureGates({ release, set }).enabled })
  const found = groups.find((each) => each.group === group)
  return found?.versions.map(({ version, byDefault }) => `${version}${byDefault ? '' : '?'}`) ?? []
}

function resourcesOf(release: Release, group: string, version: string): string[] {
  const groups = builtInGroups({ release, featureEnabled: new FeatureGates({ release }).enabled })
  const versions = groups.find((each) => each.group === group)?.versions
  return [...(versions?.find((each) => each.version === version)?.resources ?? [])]
}

describe('the versions of a group by release', () => {
  it.each([
    ['storagemigration.k8s.io', [], [], ['v1', 'v1beta1?']],
    ['networking.k8s.io', ['v1', 'v1beta1?'], ['v1', 'v1beta1?'], ['v1']],
    ['scheduling.k8s.io', ['v1'], ['v1'], ['v1']],
    ['certificates.k8s.io', ['v1'], ['v1'], ['v1', 'v1beta1?']],
    ['autoscaling', ['v2', 'v1'], ['v2', 'v1'], ['v2', 'v1']],
    ['apiregistration.k8s.io', ['v1'], ['v1'], ['v1']],
    ['lifecycle.k8s.io', [], [], []],
  ])('%s', (group, ...expected) => {
    expect(names.map((name) => versionsOf(releaseOf(name), group))).toEqual(expected)
  })

  it('follow feature gates', () => {
    const set = { GenericWorkload: true }
    expect(versionsOf(releaseOf('1.37'), 'scheduling.k8s.io', set)).toEqual(['v1', 'v1beta1?', 'v1alpha3?'])
    expect(versionsOf(releaseOf('1.36'), 'storagemigration.k8s.io', { StorageVersionMigrator: true })).toEqual([
      'v1beta1?',
    ])
  })
})

it('the resources of a version follow the release', () => {
  const policies = names.map((name) =>
    resourcesOf(releaseOf(name), 'admissionregistration.k8s.io', 'v1').includes('mutatingadmissionpolicies'),
  )
  expect(policies).toEqual([false, true, true])
  expect(resourcesOf(releaseOf('1.37'), 'certificates.k8s.io', 'v1')).toContain('podcertificaterequests')
})

interface Stored {
  readonly group: string
  readonly kind: string
  readonly resource: string
  readonly expected: readonly string[]
}

function storedIn(name: string, stored: Omit<Stored, 'expected'>, minCompatibility?: number): string {
  const release = releaseOf(name)
  return storageVersionOf(newBuiltInScheme(release), { release, minCompatibility }, stored)
}

describe('the version that is stored', () => {
  // What kube-apiserver writes: the version of an override, else the newest one that the oldest server knows.
  it.each<Stored>([
    {
      group: 'admissionregistration.k8s.io',
      kind: 'MutatingAdmissionPolicy',
      resource: 'mutatingadmissionpolicies',
      expected: ['v1beta1', 'v1beta1', 'v1'],
    },
    {
      group: 'resource.k8s.io',
      kind: 'DeviceTaintRule',
      resource: 'devicetaintrules',
      expected: ['v1alpha3', 'v1alpha3', 'v1beta2'],
    },
    {
      group: 'storage.k8s.io',
      kind: 'VolumeAttributesClass',
      resource: 'volumeattributesclasses',
      expected: ['v1beta1', 'v1', 'v1'],
    },
    {
      group: 'storagemigration.k8s.io',
      kind: 'StorageVersionMigration',
      resource: 'storageversionmigrations',
      expected: ['v1beta1', 'v1beta1', 'v1beta1'],
    },
    {
      group: 'autoscaling',
      kind: 'HorizontalPodAutoscaler',
      resource: 'horizontalpodautoscalers',
      expected: ['v2', 'v2', 'v2'],
    },
    {
      group: 'internal.apiserver.k8s.io',
      kind: 'StorageVersion',
      resource: 'storageversions',
      expected: ['v1alpha1', 'v1alpha1', 'v1alpha1'],
    },
  ])('of $kind', ({ expected, ...stored }) => {
    expect(names.map((name) => storedIn(name, stored))).toEqual(expected)
  })

  it('is older for an older server of the cluster', () => {
    const claims = { group: 'resource.k8s.io', kind: 'ResourceClaim', resource: 'resourceclaims' }
    expect(storedIn('1.35', claims, 34)).toBe('v1')
    expect(storedIn('1.36', claims, 33)).toBe('v1beta2')
    expect(storedIn('1.36', claims, 32)).toBe('v1beta1')
  })
})
