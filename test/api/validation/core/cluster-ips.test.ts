import { describe, expect, test } from 'vitest'
import { validateService, validateServiceUpdate } from '../../../../src/api/core/service/validation.js'
import { Service, type ServiceSpec } from '../../../../src/api/core/v1/types.gen.js'
import { messagesOf } from '../messages-of.js'

const options = { strict: true, relaxedNames: true }

function service(spec: ServiceSpec, annotations?: Record<string, string>): Service {
  return new Service({
    metadata: { name: 'valid', namespace: 'valid', resourceVersion: '1', ...(annotations && { annotations }) },
    spec: {
      sessionAffinity: 'None',
      type: 'ClusterIP',
      ports: [{ name: 'p', protocol: 'TCP', port: 80, targetPort: 80 }],
      internalTrafficPolicy: 'Cluster',
      ...spec,
    },
  })
}

const [one, other, six, none] = ['10.0.0.1', '10.0.0.2', 'fd00::1', 'None']
const ips = (...clusterIPs: string[]): ServiceSpec => ({
  clusterIPs,
  ...(clusterIPs[0] && { clusterIP: clusterIPs[0] }),
})

describe('addresses of a new service', () => {
  test.each<[string, ServiceSpec, string[]]>([
    ['none', {}, []],
    ['one of each family', ips(one, six), []],
    ['one of each family, the other way round', ips(six, one), []],
    [
      'two of IPv6',
      ips(six, 'fd00::2'),
      ['spec.clusterIPs: Invalid value: ["fd00::1","fd00::2"]: may specify no more than one IP for each IP family'],
    ],
    [
      'a list alone',
      { clusterIPs: [one] },
      ['spec.clusterIPs: Invalid value: ["10.0.0.1"]: must be empty when `clusterIP` is not specified'],
    ],
    ['no list', { clusterIP: one }, ['spec.clusterIPs: Required value']],
    ['None', ips(none), []],
    [
      'None and another',
      ips(none, one),
      ['spec.clusterIPs: Invalid value: ["None","10.0.0.1"]: \'None\' must be the first and only value'],
    ],
  ])('%s', (_, spec, errors) => expect(messagesOf(validateService(service(spec), options))).toEqual(errors))
})

describe('addresses of a changed service', () => {
  const policy = (ipFamilyPolicy: string): ServiceSpec => ({ ipFamilyPolicy })
  test.each<[string, ServiceSpec, ServiceSpec, string[]]>([
    ['the same', ips(one), ips(one), []],
    ['the first', {}, ips(one), []],
    ['a second', ips(one), { ...ips(one, six), ...policy('PreferDualStack') }, []],
    ['another one', ips(one), ips(other), ['spec.clusterIPs[0]: Invalid value: ["10.0.0.2"]: may not change once set']],
    [
      'another first one of two',
      ips(one),
      { ...ips(other, six), ...policy('PreferDualStack') },
      ['spec.clusterIPs[0]: Invalid value: ["10.0.0.2","fd00::1"]: may not change once set'],
    ],
    ['none any more', ips(one), {}, ['spec.clusterIPs[0]: Invalid value: null: primary clusterIP can not be unset']],
    [
      'the second released by accident',
      { ...ips(one, six), ...policy('PreferDualStack') },
      { ...ips(one), ...policy('PreferDualStack') },
      [
        'spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to \'SingleStack\' when releasing the secondary clusterIP',
      ],
    ],
    [
      'the second released on purpose',
      { ...ips(one, six), ...policy('PreferDualStack') },
      { ...ips(one), ...policy('SingleStack') },
      [],
    ],
    ['still headless', ips(none), ips(none), []],
    [
      'not headless any more',
      ips(none),
      ips(one),
      ['spec.clusterIPs[0]: Invalid value: ["10.0.0.1"]: may not change once set'],
    ],
    ['of a name outside', ips(one), { type: 'ExternalName', externalName: 'a.b' }, []],
    ['of a name outside before', { type: 'ExternalName', externalName: 'a.b' }, ips(one), []],
  ])('%s', (...[, before, now, errors]) => {
    expect(messagesOf(validateServiceUpdate(service(now), service(before), options))).toEqual(errors)
  })
})

describe('hints of topology in annotations', () => {
  const [hints, mode] = ['service.kubernetes.io/topology-aware-hints', 'service.kubernetes.io/topology-mode']
  test.each<[string, Record<string, string> | undefined, string[]]>([
    ['none', undefined, []],
    ['the old one', { [hints]: 'auto' }, []],
    ['the new one', { [mode]: 'auto' }, []],
    ['both alike', { [hints]: 'auto', [mode]: 'auto' }, []],
    [
      'both, differing',
      { [hints]: 'auto', [mode]: 'disabled' },
      [
        'metadata.annotations[service.kubernetes.io/topology-mode]: Invalid value: "disabled": must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified',
      ],
    ],
  ])('%s', (_, annotations, errors) => {
    expect(messagesOf(validateService(service({}, annotations), options))).toEqual(errors)
    const unnamed = new Service({ ...service({}), metadata: undefined } as never)
    expect(messagesOf(validateService(unnamed, options)).join()).not.toContain('annotations')
  })
})

describe('ports of nodes', () => {
  const ports = (...given: object[]) =>
    given.map((more, i) => ({ name: `p${i}`, protocol: 'TCP', port: 80 + i, targetPort: 80, ...more }))
  test.each<[string, string, object[], string[]]>([
    [
      'of a service inside',
      'ClusterIP',
      ports({ nodePort: 30_000 }),
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    ['that differ', 'NodePort', ports({ nodePort: 30_000 }, { nodePort: 30_001 }), []],
    [
      'twice',
      'NodePort',
      ports({ nodePort: 30_000 }, { nodePort: 30_000 }),
      ['spec.ports[1].nodePort: Duplicate value: 30000'],
    ],
    ['of two protocols', 'NodePort', ports({ nodePort: 30_000 }, { nodePort: 30_000, protocol: 'UDP' }), []],
    ['that are not chosen yet', 'NodePort', ports({}, {}), []],
  ])('%s', (...[, type, given, errors]) => {
    const spec = { type, ports: given as never, externalTrafficPolicy: type === 'NodePort' ? 'Cluster' : undefined }
    expect(messagesOf(validateService(service(spec as never), options))).toEqual(errors)
  })
})
