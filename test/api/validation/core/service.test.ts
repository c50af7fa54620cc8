import { describe, expect, test } from 'vitest'
import { warningsForService } from '../../../../src/api/core/service/service-warnings.js'
import {
  validateService,
  validateServiceStatusUpdate,
  validateServiceUpdate,
} from '../../../../src/api/core/service/validation.js'
import { Service, type ServicePort, type ServiceSpec } from '../../../../src/api/core/v1/types.gen.js'
import { newestRelease } from '../../../../src/api/releases/release.js'
import { messagesOf } from '../messages-of.js'

const options = { strict: true, relaxedNames: true }
const port: ServicePort = { name: 'p', protocol: 'TCP', port: 8675, targetPort: 8675 }

function service(spec: ServiceSpec, metadata: Service['metadata'] = {}): Service {
  return new Service({
    metadata: { name: 'valid', namespace: 'valid', ...metadata },
    spec: {
      selector: { key: 'val' },
      sessionAffinity: 'None',
      type: 'ClusterIP',
      ports: [port],
      internalTrafficPolicy: 'Cluster',
      ...spec,
    },
  })
}

const loadBalancer: ServiceSpec = {
  type: 'LoadBalancer',
  externalTrafficPolicy: 'Cluster',
  allocateLoadBalancerNodePorts: true,
}
const onlyLoadBalancer = "may only be used when `type` is 'LoadBalancer'"

describe('a new service', () => {
  test.each<[string, ServiceSpec, string[]]>([
    ['is right', {}, []],
    ['needs ports', { ports: [] }, ['spec.ports: Required value']],
    ['needs no ports when headless', { ports: [], clusterIP: 'None', clusterIPs: ['None'] }, []],
    [
      'needs names for several ports',
      {
        ports: [
          { ...port, name: '' },
          { ...port, name: 'q', port: 12345 },
        ],
      },
      ['spec.ports[0].name: Required value'],
    ],
    [
      'has each name and number once',
      { ports: [port, port] },
      [
        'spec.ports[1].name: Duplicate value: "p"',
        'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":8675,"TargetPort":0,"NodePort":0}',
      ],
    ],
    [
      'has known protocols and numbers',
      { ports: [{ name: 'p', protocol: 'INVALID', port: 65536, targetPort: 0 }] },
      [
        'spec.ports[0].port: Invalid value: 65536: must be between 1 and 65535, inclusive',
        'spec.ports[0].protocol: Unsupported value: "INVALID": supported values: "SCTP", "TCP", "UDP"',
        'spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'has ports of nodes only where they are used',
      { ports: [{ ...port, nodePort: 1 }] },
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    [
      'knows its affinity',
      { sessionAffinity: 'INVALID' },
      ['spec.sessionAffinity: Unsupported value: "INVALID": supported values: "ClientIP", "None"'],
    ],
    [
      'needs a timeout with affinity',
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: {} } },
      ['spec.sessionAffinityConfig.clientIP.timeoutSeconds: Required value: when session affinity type is ClientIP'],
    ],
    [
      'bounds the timeout',
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } },
      [
        'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
      ],
    ],
    [
      'has no external addresses that are local',
      { externalIPs: ['0.0.0.0', '127.0.0.1', 'myhost'], externalTrafficPolicy: 'Cluster' },
      [
        'spec.externalIPs[0]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
        'spec.externalIPs[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'spec.externalIPs[2]: Invalid value: "myhost": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      'refuses addresses in odd forms',
      { clusterIP: '010.0.0.1', clusterIPs: ['010.0.0.1'] },
      ['spec.clusterIPs[0]: Invalid value: "010.0.0.1": must not have leading 0s'],
    ],
    [
      'has as first address the only one that old clients know',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.2'] },
      ['spec.clusterIPs: Invalid value: ["10.0.0.2"]: first value must match `clusterIP`'],
    ],
    [
      'has one address of a family',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', '10.0.0.2'] },
      ['spec.clusterIPs: Invalid value: ["10.0.0.1","10.0.0.2"]: may specify no more than one IP for each IP family'],
    ],
    [
      'has addresses of its families',
      { clusterIP: 'fd00::1', clusterIPs: ['fd00::1'], ipFamilies: ['IPv4'] },
      ['spec.clusterIPs[0]: Invalid value: "fd00::1": expected an IPv4 value as indicated by `ipFamilies[0]`'],
    ],
    [
      'has known families, each once',
      { ipFamilies: ['IPv4', 'IPv4', 'X'], ipFamilyPolicy: 'Y' },
      [
        'spec.ipFamilies[1]: Duplicate value: "IPv4"',
        'spec.ipFamilies[2]: Unsupported value: "X": supported values: "IPv4", "IPv6"',
        'spec.ipFamilyPolicy: Unsupported value: "Y": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
      ],
    ],
    ['may be a load balancer', loadBalancer, []],
    [
      'is no load balancer without address',
      { ...loadBalancer, clusterIP: 'None', clusterIPs: ['None'] },
      [`spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for LoadBalancer services`],
    ],
    [
      'asks for healthy nodes at a port',
      { ...loadBalancer, externalTrafficPolicy: 'Local' },
      ['spec.healthCheckNodePort: Required value'],
    ],
    [
      'has fields of load balancers only when it is one',
      { loadBalancerSourceRanges: ['1.2.3.4/5'], allocateLoadBalancerNodePorts: true, loadBalancerClass: 'a/b' },
      [
        `spec.LoadBalancerSourceRanges: Forbidden: ${onlyLoadBalancer}`,
        'spec.LoadBalancerSourceRanges[0]: Invalid value: "1.2.3.4/5": must not have bits set beyond the prefix length',
        `spec.allocateLoadBalancerNodePorts: Forbidden: ${onlyLoadBalancer}`,
        `spec.loadBalancerClass: Forbidden: ${onlyLoadBalancer}`,
      ],
    ],
    [
      'sends on traffic from outside only if there is any',
      { externalTrafficPolicy: 'Local', healthCheckNodePort: 1 },
      [
        'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
        "spec.healthCheckNodePort: Invalid value: 1: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ],
    ],
    [
      'is a name without addresses',
      {
        type: 'ExternalName',
        externalName: 'a.b.',
        clusterIPs: ['10.0.0.1'],
        ipFamilyPolicy: 'SingleStack',
        ports: [],
      },
      [
        'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
        'spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services',
      ],
    ],
    [
      'knows its traffic distribution',
      { trafficDistribution: 'Random' },
      [
        'spec.trafficDistribution: Unsupported value: "Random": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
      ],
    ],
  ])('%s', (_, spec, expected) => {
    expect(messagesOf(validateService(service(spec), options))).toEqual(expected)
  })

  test('begins with a digit only where the gate allows it', () => {
    const digit = service({}, { name: '1a' })
    expect(messagesOf(validateService(digit, options))).toEqual([])
    expect(messagesOf(validateService(digit, { ...options, relaxedNames: false }))).toHaveLength(1)
  })

  test('takes ranges of load balancers from an annotation', () => {
    const annotations = { 'service.beta.kubernetes.io/load-balancer-source-ranges': '10.0.0.0/8, x' }
    const found = messagesOf(validateService(service(loadBalancer, { annotations }), options))
    expect(found).toEqual([
      'metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ])
  })
})

describe('a changed service', () => {
  const meta = { resourceVersion: '1' }
  const single: ServiceSpec = {
    clusterIP: '1.2.3.4',
    clusterIPs: ['1.2.3.4'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  }
  const dual: ServiceSpec = {
    clusterIP: '1.2.3.4',
    clusterIPs: ['1.2.3.4', '2001::1'],
    ipFamilies: ['IPv4', 'IPv6'],
    ipFamilyPolicy: 'PreferDualStack',
  }
  test.each<[string, ServiceSpec, ServiceSpec, string[]]>([
    ['may stay', single, single, []],
    [
      'keeps its address',
      single,
      { ...single, clusterIP: '1.2.3.5', clusterIPs: ['1.2.3.5'] },
      ['spec.clusterIPs[0]: Invalid value: ["1.2.3.5"]: may not change once set'],
    ],
    ['may get a second address', single, dual, []],
    ['may give back the second address', dual, single, []],
    [
      'gives back the second address on purpose only',
      dual,
      { ...single, ipFamilyPolicy: 'PreferDualStack' },
      [
        `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary clusterIP`,
        `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary ipFamily`,
      ],
    ],
    [
      'keeps the class of its load balancer',
      { ...loadBalancer, loadBalancerClass: 'a/b' },
      { ...loadBalancer, loadBalancerClass: 'a/c' },
      ['spec.loadBalancerClass: Invalid value: "a/c": may not change once set'],
    ],
    [
      'keeps odd addresses that it has',
      { externalIPs: ['010.0.0.1'], externalTrafficPolicy: 'Cluster' },
      { externalIPs: ['010.0.0.1'], externalTrafficPolicy: 'Cluster' },
      [],
    ],
  ])('%s', (...[, before, now, expected]) => {
    const found = validateServiceUpdate(service(now, meta), service(before, meta), options)
    expect(messagesOf(found)).toEqual(expected)
  })

  test('gets addresses of a load balancer only when it has one', () => {
    const meta = { resourceVersion: '1' }
    const withAddress = (spec: ServiceSpec) => {
      const each = service(spec, meta)
      each.status = { loadBalancer: { ingress: [{ ip: '1.2.3.4', hostname: '1.2.3.4' }] } }
      return each
    }
    const found = (spec: ServiceSpec) =>
      messagesOf(validateServiceStatusUpdate(withAddress(spec), service(spec, meta), options))
    expect(found({})).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ])
    expect(found(loadBalancer)).toEqual([
      'status.loadBalancer.ingress[0].ipMode: Required value: must be specified when `ip` is set',
      'status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    ])
  })
})

test('warnings name what is ignored, deprecated or written in an odd form', () => {
  const headless: ServiceSpec = {
    clusterIP: 'None',
    clusterIPs: ['None'],
    loadBalancerIP: '::ffff:1.2.3.4',
    sessionAffinity: 'ClientIP',
    externalName: 'x',
    trafficDistribution: 'PreferClose',
  }
  expect(warningsForService(service(headless), { release: newestRelease })).toEqual([
    'spec.loadBalancerIP is ignored for headless services',
    'spec.SessionAffinity is ignored for headless services',
    'spec.loadBalancerIP: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"',
    'spec.externalName is ignored when spec.type is not "ExternalName"',
    'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  ])
})
