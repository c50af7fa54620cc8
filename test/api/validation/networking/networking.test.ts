import { describe, expect, test } from 'vitest'
import {
  validateIngress,
  validateIngressStatusUpdate,
  validateIngressUpdate,
  warningsForIngress,
} from '../../../../src/api/networking/ingress/validation.js'
import {
  validateIngressClass,
  validateIngressClassUpdate,
} from '../../../../src/api/networking/ingress-class/validation.js'
import { validateIPAddress, validateIPAddressUpdate } from '../../../../src/api/networking/ip-address/validation.js'
import {
  validateNetworkPolicy,
  validateNetworkPolicyUpdate,
  warningsForNetworkPolicy,
} from '../../../../src/api/networking/network-policy/validation.js'
import {
  validateServiceCIDR,
  validateServiceCIDRUpdate,
} from '../../../../src/api/networking/service-cidr/validation.js'
import {
  Ingress,
  IngressClass,
  type IngressSpec,
  IPAddress,
  NetworkPolicy,
  type NetworkPolicySpec,
  ServiceCIDR,
} from '../../../../src/api/networking/v1/types.gen.js'
import { messagesOf } from '../messages-of.js'

const metadata = { name: 'a', namespace: 'ns', resourceVersion: '1' }
const strict = { strict: true }

describe('an Ingress', () => {
  const options = { relaxedServiceNames: true }
  const service = { service: { name: 's', port: { number: 80 } } }
  const ingress = (spec: IngressSpec, annotations = {}) => new Ingress({ metadata: { ...metadata, annotations }, spec })
  const rule = (path: string, pathType: string): IngressSpec => ({
    rules: [{ http: { paths: [{ path, pathType, backend: service }] } }],
  })
  const at = 'spec.rules[0].http.paths[0]'

  test.each<[string, IngressSpec, string[]]>([
    ['is right', { defaultBackend: service }, []],
    ['leads somewhere', {}, ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified']],
    [
      'leads to one thing',
      { defaultBackend: { ...service, resource: { kind: 'k', name: 'n' } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      'leads to a port',
      { defaultBackend: { service: { name: 's' } } },
      ['spec.defaultBackend: Required value: port name or number is required'],
    ],
    [
      'leads to one port',
      { defaultBackend: { service: { name: 's', port: { name: 'a', number: 1 } } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
    ],
    [
      'leads to a named resource',
      { defaultBackend: { resource: { kind: 'k', name: '', apiGroup: 'a/b' } } },
      [
        expect.stringContaining('spec.defaultBackend.resource.apiGroup: Invalid value: "a/b"'),
        'spec.defaultBackend.resource.name: Required value',
      ],
    ],
    [
      'has hosts that are names',
      { rules: [{ host: '1.2.3.4' }, { host: '*.Bad' }] },
      [
        'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
        expect.stringContaining(
          'spec.rules[1].host: Invalid value: "*.Bad": a wildcard DNS-1123 subdomain must start with',
        ),
      ],
    ],
    ['has paths', { rules: [{ http: { paths: [] } }] }, ['spec.rules[0].http.paths: Required value']],
    [
      'has plain paths',
      rule('/a//b/..', 'Prefix'),
      [
        `${at}.path: Invalid value: "/a//b/..": must not contain '//'`,
        `${at}.path: Invalid value: "/a//b/..": cannot end with '/..'`,
      ],
    ],
    [
      'has paths from the root',
      rule('a', 'ImplementationSpecific'),
      [`${at}.path: Invalid value: "a": must be an absolute path`],
    ],
    ['may leave the path to the controller', rule('', 'ImplementationSpecific'), []],
    [
      'knows its types of paths',
      rule('/a', 'x'),
      [`${at}.pathType: Unsupported value: "x": supported values: "Exact", "ImplementationSpecific", "Prefix"`],
    ],
    [
      'has secrets and hosts of TLS',
      { defaultBackend: service, tls: [{ hosts: ['*.a.b', 'Bad'], secretName: 'Bad' }] },
      [
        expect.stringContaining('spec.tls[0].hosts[1]: Invalid value: "Bad"'),
        expect.stringContaining('spec.tls[0].secretName: Invalid value: "Bad"'),
      ],
    ],
  ])('%s', (_, spec, expected) => {
    expect(messagesOf(validateIngress(ingress(spec), options))).toEqual(expected)
  })

  test('has one class', () => {
    const annotations = { 'kubernetes.io/ingress.class': 'foo' }
    const both = ingress({ defaultBackend: service, ingressClassName: 'bar' }, annotations)
    expect(messagesOf(validateIngress(both, options))).toEqual([
      'annotations.kubernetes.io/ingress.class: Invalid value: "foo": must match `ingressClassName` when both are specified',
    ])
    expect(warningsForIngress(both)).toEqual([])
    expect(warningsForIngress(ingress({}, annotations))).toEqual([
      'annotation "kubernetes.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead',
    ])
  })

  test('may keep the names that it has', () => {
    const old = ingress({
      defaultBackend: { service: { name: '1s', port: { number: 80 } } },
      tls: [{ secretName: 'Bad' }],
    })
    const strictNames = { relaxedServiceNames: false }
    expect(validateIngress(old, strictNames)).toHaveLength(2)
    expect(validateIngressUpdate(old, old, strictNames)).toEqual([])
  })

  test('gets right addresses', () => {
    const withStatus = (ip: string, hostname: string) => {
      const each = ingress({})
      each.status = { loadBalancer: { ingress: [{ ip, hostname }] } }
      return each
    }
    expect(messagesOf(validateIngressStatusUpdate(withStatus('1.2.3.04', '1.2.3.4'), ingress({}), strict))).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "1.2.3.04": must not have leading 0s',
      'status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    ])
    expect(validateIngressStatusUpdate(withStatus('1.2.3.04', ''), withStatus('1.2.3.04', ''), strict)).toEqual([])
  })
})

test('an IngressClass names its controller, for ever, and parameters of a scope', () => {
  const made = (controller: string, parameters?: object) =>
    new IngressClass({
      metadata: { name: 'a', resourceVersion: '1' },
      spec: { controller, parameters: parameters as never },
    })
  expect(messagesOf(validateIngressClass(made('foo.co/bar')))).toEqual([])
  expect(messagesOf(validateIngressClass(made('foo', { kind: 'k', name: 'n', scope: 'x' })))).toEqual([
    expect.stringContaining('spec.controller: Invalid value: "foo": must be a domain-prefixed path'),
    'spec.parameters.scope: Unsupported value: "x": supported values: "Cluster", "Namespace"',
  ])
  const scoped = { kind: 'k', name: 'n', scope: 'Cluster', namespace: 'n' }
  expect(messagesOf(validateIngressClass(made('foo.co/bar', scoped)))).toEqual([
    "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
  ])
  expect(messagesOf(validateIngressClassUpdate(made('foo.co/a'), made('foo.co/b')))).toEqual([
    'spec.controller: Invalid value: "foo.co/a": field is immutable',
  ])
})

describe('a NetworkPolicy', () => {
  const policy = (spec: NetworkPolicySpec) => new NetworkPolicy({ metadata, spec })
  const from = (cidr: string, ...except: string[]) => policy({ ingress: [{ from: [{ ipBlock: { cidr, except } }] }] })
  const at = 'spec.ingress[0].from[0]'

  test.each<[string, NetworkPolicy, string[]]>([
    ['is right', from('192.168.0.0/16', '192.168.3.0/24'), []],
    [
      'leaves out what is inside',
      from('192.168.8.0/24', '192.168.9.1/32', '192.168.8.0/24', 'x'),
      [
        `${at}.ipBlock.except[0]: Invalid value: "192.168.9.1/32": must be a strict subset of \`cidr\``,
        `${at}.ipBlock.except[1]: Invalid value: "192.168.8.0/24": must be a strict subset of \`cidr\``,
        `${at}.ipBlock.except[2]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
      ],
    ],
    [
      'of IPv6 leaves out the same',
      from('fd00:192::/32', 'fd00:192:168::/48', 'fd00:10::/64'),
      [`${at}.ipBlock.except[1]: Invalid value: "fd00:10::/64": must be a strict subset of \`cidr\``],
    ],
    ['names a network', from(''), [`${at}.ipBlock.cidr: Required value`]],
    [
      'has a peer of one sort',
      policy({ ingress: [{ from: [{}, { podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] }] }),
      [
        `${at}: Required value: must specify a peer`,
        'spec.ingress[0].from[1]: Forbidden: may not specify both ipBlock and another peer',
      ],
    ],
    [
      'has ranges of ports',
      policy({
        egress: [{ ports: [{ port: 40, endPort: 30 }, { port: 'a', endPort: 1 }, { endPort: 1 }, { protocol: 'x' }] }],
      }),
      [
        'spec.egress[0].ports[0].endPort: Invalid value: 30: must be greater than or equal to `port`',
        'spec.egress[0].ports[1].endPort: Invalid value: 1: may not be specified when `port` is non-numeric',
        'spec.egress[0].ports[2].endPort: Invalid value: 1: may not be specified when `port` is not specified',
        'spec.egress[0].ports[3].protocol: Unsupported value: "x": supported values: "TCP", "UDP", "SCTP"',
      ],
    ],
    [
      'is of two types at most',
      policy({ policyTypes: ['a', 'b', 'c'] }),
      ['spec.policyTypes: Invalid value: ["a","b","c"]: may not specify more than two policyTypes'],
    ],
  ])('%s', (_, given, expected) => {
    expect(messagesOf(validateNetworkPolicy(given, strict))).toEqual(expected)
  })

  test('may keep networks in odd forms, with a warning', () => {
    const odd = from('010.0.0.0/8')
    expect(validateNetworkPolicy(odd, strict)).toHaveLength(1)
    expect(validateNetworkPolicyUpdate(odd, odd, strict)).toEqual([])
    expect(warningsForNetworkPolicy(odd)).toEqual([
      `${at}.ipBlock.cidr: non-standard CIDR value "010.0.0.0/8" is invalid: use "10.0.0.0/8"`,
    ])
  })
})

test('an IPAddress is named after its address and belongs to one object', () => {
  const parent = { resource: 'services', name: 's', namespace: 'n' }
  const made = (name: string, parentRef?: object) =>
    new IPAddress({ metadata: { name, resourceVersion: '1' }, spec: { parentRef: parentRef as never } })
  expect(messagesOf(validateIPAddress(made('192.168.1.1', parent)))).toEqual([])
  expect(messagesOf(validateIPAddress(made('2001:4860:4860:0::8888')))).toEqual([
    'metadata.name: Invalid value: "2001:4860:4860:0::8888": must be in canonical form ("2001:4860:4860::8888")',
    'spec.parentRef: Required value',
  ])
  expect(messagesOf(validateIPAddress(made('1.1.1.1', { resource: 'a/b', name: '' })))).toEqual([
    'spec.parentRef.resource: Invalid value: "a/b": may not contain \'/\'',
    'spec.parentRef.name: Required value',
  ])
  const moved = made('1.1.1.1', { ...parent, name: 't' })
  expect(messagesOf(validateIPAddressUpdate(moved, made('1.1.1.1', parent)))).toEqual([
    'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"n","Name":"t"}: field is immutable',
  ])
})

test('a ServiceCIDR has a network of each family, and may get its second later', () => {
  const made = (...cidrs: string[]) =>
    new ServiceCIDR({ metadata: { name: 'a', resourceVersion: '1' }, spec: { cidrs } })
  const [v4, v6] = ['192.168.0.0/24', 'fd00::/64']
  expect(messagesOf(validateServiceCIDR(made(v4, v6)))).toEqual([])
  expect(messagesOf(validateServiceCIDR(made()))).toEqual(['spec.cidrs: Required value: at least one CIDR required'])
  expect(messagesOf(validateServiceCIDR(made(v4, v6, v4)))).toEqual([
    `spec.cidrs: Invalid value: {"CIDRs":["${v4}","${v6}","${v4}"]}: may only hold up to 2 values`,
  ])
  expect(messagesOf(validateServiceCIDR(made(v4, '10.0.0.0/8')))).toEqual([
    `spec.cidrs: Invalid value: ["${v4}","10.0.0.0/8"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64`,
  ])
  const change = (now: ServiceCIDR, before: ServiceCIDR) => messagesOf(validateServiceCIDRUpdate(now, before))
  expect(change(made(v4, v6), made(v4))).toEqual([])
  expect(change(made(v4), made(v4, v6))).toEqual([`spec.cidrs: Invalid value: ["${v4}"]: field is immutable`])
  expect(change(made(), made(v4))).toEqual(['spec.cidrs: Invalid value: []: field is immutable'])
  expect(change(made(v6), made(v4))).toEqual([`spec.cidrs[0]: Invalid value: "${v6}": field is immutable`])
})
