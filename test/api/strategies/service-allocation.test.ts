import { describe, expect, test } from 'vitest'
import { offlineAllocator } from '../../../src/api/core/service/offline-allocator.js'
import { allocateForCreate, allocateForUpdate } from '../../../src/api/core/service/service-allocation.js'
import { dropFieldsOfFormerType } from '../../../src/api/core/service/service-type-change.js'
import { Service, type ServiceSpec } from '../../../src/api/core/v1/types.gen.js'
import { thrown } from '../../thrown.js'

const [v4, v6] = ['10.96.255.254', 'fd00:10:96::fffe']
const http = { port: 80, protocol: 'TCP' }

function service(spec: ServiceSpec): Service {
  return new Service({
    metadata: { name: 's' },
    spec: { type: 'ClusterIP', ports: [{ ...http }], selector: { a: 'b' }, ...spec },
  })
}

function created(spec: ServiceSpec, families = ['IPv4']): ServiceSpec {
  const made = service(structuredClone(spec))
  allocateForCreate(made, offlineAllocator(families, true))
  return made.spec ?? {}
}

function updated(now: ServiceSpec, before: ServiceSpec, families = ['IPv4', 'IPv6']): ServiceSpec {
  const old = service(structuredClone(before))
  const changed = service(structuredClone(now))
  allocateForUpdate(changed, old, offlineAllocator(families, true))
  expect(old).toEqual(service(before))
  return changed.spec ?? {}
}

describe('a new service gets', () => {
  test.each<[string, ServiceSpec, string[], Partial<ServiceSpec>]>([
    [
      'an address',
      {},
      ['IPv4'],
      { clusterIP: v4, clusterIPs: [v4], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    ],
    ['the address that it asks for', { clusterIP: '10.96.0.7' }, ['IPv4'], { clusterIPs: ['10.96.0.7'] }],
    ['an address of the first family', {}, ['IPv6', 'IPv4'], { clusterIPs: [v6], ipFamilies: ['IPv6'] }],
    [
      'two addresses if there are two',
      { ipFamilyPolicy: 'PreferDualStack' },
      ['IPv4', 'IPv6'],
      { clusterIP: v4, clusterIPs: [v4, v6] },
    ],
    [
      'one address if there is one',
      { ipFamilyPolicy: 'PreferDualStack' },
      ['IPv4'],
      { clusterIPs: [v4], ipFamilies: ['IPv4'] },
    ],
    ['none when headless', { clusterIP: 'None' }, ['IPv4'], { clusterIPs: ['None'], ipFamilies: ['IPv4'] }],
    [
      'both families when headless without selector',
      { clusterIP: 'None', selector: {} },
      ['IPv4'],
      { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' },
    ],
    ['none as a name', { type: 'ExternalName' }, ['IPv4'], { ports: [http] }],
    [
      'one port of the nodes for two protocols',
      { type: 'NodePort', ports: [http, { ...http, protocol: 'UDP' }] },
      ['IPv4'],
      {
        ports: [
          { ...http, nodePort: 32767 },
          { port: 80, protocol: 'UDP', nodePort: 32767 },
        ],
      },
    ],
    [
      'a port to ask nodes at',
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', allocateLoadBalancerNodePorts: false },
      ['IPv4'],
      { healthCheckNodePort: 32767, ports: [http] },
    ],
  ])('%s', (...[, spec, families, expected]) => {
    expect(created(spec, families)).toMatchObject(expected)
  })

  test.each<[string, ServiceSpec, string]>([
    [
      'a second family',
      { ipFamilyPolicy: 'RequireDualStack' },
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    ],
    [
      'another family',
      { ipFamilies: ['IPv6'] },
      'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
    ],
    [
      'an address of another family',
      { clusterIP: 'fd00::1' },
      'spec.clusterIPs[0]: Invalid value: ["fd00::1"]: IPv6 is not configured on this cluster',
    ],
    [
      'two addresses of one family',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', '10.0.0.2'] },
      'spec.clusterIPs: Invalid value: ["10.0.0.1","10.0.0.2"]: may specify no more than one IP for each IP family',
    ],
    [
      'a port twice',
      {
        type: 'NodePort',
        ports: [
          { ...http, nodePort: 30600 },
          { port: 81, protocol: 'TCP', nodePort: 30600 },
        ],
      },
      'spec.ports[1].nodePort: Invalid value: 30600: provided port is already allocated',
    ],
  ])('not %s', (_, spec, expected) => {
    expect(thrown(() => created(spec)).message).toBe(`Service "s" is invalid: ${expected}`)
  })
})

describe('a changed service', () => {
  const single = created({})
  test('keeps what old clients leave out', () => {
    expect(updated({}, single)).toMatchObject({ clusterIP: v4, clusterIPs: [v4], ipFamilyPolicy: 'SingleStack' })
    const nodePort = created({ type: 'NodePort' })
    expect(updated({ type: 'NodePort' }, nodePort)).toMatchObject({ ports: [{ nodePort: 32767 }] })
  })

  test('gets a second address, and gives it back', () => {
    const dual = updated({ ...single, ipFamilyPolicy: 'RequireDualStack' }, single)
    expect(dual).toMatchObject({ clusterIPs: [v4, v6], ipFamilies: ['IPv4', 'IPv6'] })
    const back = updated({ ...dual, ipFamilyPolicy: 'SingleStack' }, dual)
    expect(back).toMatchObject({ clusterIPs: [v4], ipFamilies: ['IPv4'] })
  })

  test('drops what its former type needed', () => {
    const before = service({ ...created({ type: 'NodePort' }), externalTrafficPolicy: 'Cluster' })
    const now = service({ ...structuredClone(before.spec), type: 'ClusterIP' })
    dropFieldsOfFormerType(now, before)
    expect(now.spec?.ports).toEqual([http])
    expect(now.spec).not.toHaveProperty('externalTrafficPolicy')
    const name = service({ ...structuredClone(before.spec), type: 'ExternalName', externalName: 'a.b' })
    dropFieldsOfFormerType(name, before)
    expect(name.spec).not.toHaveProperty('clusterIPs')
    expect(name.spec).not.toHaveProperty('ipFamilies')
  })

  test('keeps what the client changed itself', () => {
    const before = service(created({ type: 'NodePort' }))
    const now = service({ ...structuredClone(before.spec), type: 'ClusterIP', ports: [{ ...http, nodePort: 31000 }] })
    dropFieldsOfFormerType(now, before)
    expect(now.spec?.ports).toEqual([{ ...http, nodePort: 31000 }])
  })
})
