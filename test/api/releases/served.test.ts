import { describe, expect, it } from 'vitest'
import {
  hasResource,
  releaseOf,
  servedResourcesOf,
  servedVersionsOf,
  storedVersionOf,
} from '../../../src/api/releases/index.js'

const releases = ['1.35', '1.36', '1.37'].map(releaseOf)

describe('what an API server of a release serves', () => {
  it.each([
    ['storage.k8s.io', 'v1beta1', 'volumeattributesclasses', [true, true, false]],
    ['networking.k8s.io', 'v1beta1', 'ipaddresses', [true, true, false]],
    ['admissionregistration.k8s.io', 'v1', 'mutatingadmissionpolicies', [false, true, true]],
    ['scheduling.k8s.io', 'v1alpha2', 'podgroups', [false, true, false]],
    ['', 'v1', 'pods', [true, true, true]],
    ['', 'v1', 'poods', [false, false, false]],
    ['apps', 'v1beta1', 'deployments', [false, false, false]],
    ['example.com', 'v1', 'things', [true, true, true]], // of a definition, perhaps
    ['apiregistration.k8s.io', 'v1', 'apiservices', [true, true, true]],
  ])('%j %s %s', (...row) => {
    const [group, version, resource, expected] = row
    expect(releases.map((release) => hasResource(release, { group, version, resource }))).toEqual(expected)
  })

  it('has versions with their priorities, and resources with their gates', () => {
    const find = (name: string, group: string, version: string) =>
      servedVersionsOf(releaseOf(name)).find((each) => each.group === group && each.version === version)
    expect(find('1.37', 'storagemigration.k8s.io', 'v1')).toEqual({
      group: 'storagemigration.k8s.io',
      version: 'v1',
      byDefault: true,
      groupPriority: 15_800,
      versionPriority: 15,
    })
    expect(find('1.36', 'storagemigration.k8s.io', 'v1')).toBeUndefined()
    expect(find('1.36', 'autoscaling', 'v2')?.versionPriority).toBe(30)
    const certificates = servedResourcesOf(releaseOf('1.37'), { group: 'certificates.k8s.io', version: 'v1' })
    expect([...certificates]).toEqual([
      ['certificatesigningrequests', undefined],
      ['clustertrustbundles', 'ClusterTrustBundle'],
      ['podcertificaterequests', 'PodCertificateRequest'],
    ])
  })

  it('says in which version a resource is stored, or nothing', () => {
    const policies = { group: 'admissionregistration.k8s.io', resource: 'mutatingadmissionpolicies' }
    expect(releases.map((release) => storedVersionOf(release, policies))).toEqual(['v1beta1', 'v1beta1', undefined])
    expect(storedVersionOf(releaseOf('1.37'), { group: 'apps', resource: 'deployments' })).toBeUndefined()
  })
})
