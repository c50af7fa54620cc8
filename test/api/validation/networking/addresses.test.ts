import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of TestValidateIPAddress, TestValidateServiceCIDR, TestValidateIngressClass and their updates upstream.
const apiVersion = 'networking.k8s.io/v1'

describe('IPAddress', () => {
  const judged = new Judged({ apiVersion, kind: 'IPAddress', resource: 'ipaddresses' })
  const parentRef = { group: '', resource: 'services', name: 'foo', namespace: 'bar' }
  const valid = { metadata: { name: '192.168.1.1' }, spec: { parentRef } }
  creations(judged, valid, [
    ['an address of six', { 'metadata/name': '2001:4860:4860::8888' }],
    ['no parent', { spec: {} }, 'spec.parentRef: Required value'],
    [
      'a name that is none',
      { 'metadata/name': 'testname' },
      'metadata.name: Invalid value: "testname": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
    [
      'an address not in its form',
      { 'metadata/name': '2001:db8::0' },
      'metadata.name: Invalid value: "2001:db8::0": must be in canonical form ("2001:db8::")',
    ],
    [
      'an address with zeros',
      { 'metadata/name': '192.168.001.001' },
      'metadata.name: Invalid value: "192.168.001.001": must not have leading 0s',
    ],
    [
      'an address of four within six',
      { 'metadata/name': '::ffff:1.2.3.4' },
      'metadata.name: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
    ],
    [
      'a network',
      { 'metadata/name': '192.168.1.0/24' },
      'metadata.name: Invalid value: "192.168.1.0/24": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
    ['a parent without resource', { 'spec/parentRef/resource': '' }, 'spec.parentRef.resource: Required value'],
    ['a parent without name', { 'spec/parentRef/name': '' }, 'spec.parentRef.name: Required value'],
    [
      'a parent with a bad group',
      { 'spec/parentRef/group': 'Foo_' },
      `spec.parentRef.group: Invalid value: "Foo_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a parent with a bad resource',
      { 'spec/parentRef/resource': 'a/b' },
      `spec.parentRef.resource: Invalid value: "a/b": may not contain '/'`,
    ],
    [
      'a parent with a bad name',
      { 'spec/parentRef/name': '..' },
      `spec.parentRef.name: Invalid value: "..": may not be '..'`,
    ],
    [
      'a parent with a bad namespace',
      { 'spec/parentRef/namespace': 'a%' },
      `spec.parentRef.namespace: Invalid value: "a%": may not contain '%'`,
    ],
    ['a parent of the cluster', { 'spec/parentRef/namespace': '' }],
  ])
  updates(judged, valid, [
    ['another parent', { 'spec/parentRef/name': 'other' }, 'spec.parentRef: Invalid value: null: field is immutable'],
    [
      'no parent',
      { spec: {} },
      'spec.parentRef: Required value',
      'spec.parentRef: Invalid value: null: field is immutable',
    ],
    ['labels', { 'metadata/labels': { a: 'b' } }],
  ])
})

describe('ServiceCIDR', () => {
  const judged = new Judged({ apiVersion, kind: 'ServiceCIDR', resource: 'servicecidrs' })
  const valid = { metadata: { name: 'test-name' }, spec: { cidrs: ['10.1.0.0/16', 'fd00:1:1::/64'] } }
  creations(judged, valid, [
    ['one of four', { 'spec/cidrs': ['10.1.0.0/16'] }],
    ['one of six', { 'spec/cidrs': ['fd00:1:1::/64'] }],
    ['none', { 'spec/cidrs': [] }, 'spec.cidrs: Required value: at least one CIDR required'],
    [
      'two of four',
      { 'spec/cidrs': ['10.1.0.0/16', '192.168.0.0/24'] },
      'spec.cidrs: Invalid value: ["10.1.0.0/16","192.168.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ],
    [
      'two of six',
      { 'spec/cidrs': ['fd00:1:1::/64', 'fd00:2:2::/64'] },
      'spec.cidrs: Invalid value: ["fd00:1:1::/64","fd00:2:2::/64"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ],
    [
      'three',
      { 'spec/cidrs': ['10.1.0.0/16', 'fd00:1:1::/64', 'fd00:2:2::/64'] },
      'spec.cidrs: Invalid value: {"CIDRs":["10.1.0.0/16","fd00:1:1::/64","fd00:2:2::/64"]}: may only hold up to 2 values',
    ],
    [
      'an address',
      { 'spec/cidrs': ['10.1.0.1'] },
      'spec.cidrs[0]: Invalid value: "10.1.0.1": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
    [
      'an address in a network',
      { 'spec/cidrs': ['10.1.0.1/24'] },
      'spec.cidrs[0]: Invalid value: "10.1.0.1/24": must not have bits set beyond the prefix length',
    ],
    [
      'what is none',
      { 'spec/cidrs': ['sadasdsad', ''] },
      'spec.cidrs[0]: Invalid value: "sadasdsad": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      'spec.cidrs[1]: Invalid value: "": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
    [
      'zeros',
      { 'spec/cidrs': ['010.1.0.0/16'] },
      'spec.cidrs[0]: Invalid value: "010.1.0.0/16": must not have leading 0s in IP or prefix length',
    ],
    [
      'four within six',
      { 'spec/cidrs': ['::ffff:10.1.0.0/112'] },
      'spec.cidrs[0]: Invalid value: "::ffff:10.1.0.0/112": must not have an IPv4-mapped IPv6 address',
    ],
    [
      'a bad name',
      { 'metadata/name': 'Test_' },
      `metadata.name: Invalid value: "Test_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
  ])
  updates(judged, valid, [
    [
      'another',
      { 'spec/cidrs': ['10.2.0.0/16', 'fd00:1:1::/64'] },
      'spec.cidrs[0]: Invalid value: "10.2.0.0/16": field is immutable',
    ],
    ['one fewer', { 'spec/cidrs': ['10.1.0.0/16'] }, 'spec.cidrs: Invalid value: ["10.1.0.0/16"]: field is immutable'],
    [
      'the other order',
      { 'spec/cidrs': ['fd00:1:1::/64', '10.1.0.0/16'] },
      'spec.cidrs[0]: Invalid value: "fd00:1:1::/64": field is immutable',
      'spec.cidrs[1]: Invalid value: "10.1.0.0/16": field is immutable',
    ],
    ['none any more', { 'spec/cidrs': [] }, 'spec.cidrs: Invalid value: []: field is immutable'],
  ])
  updates(judged, { metadata: { name: 'one' }, spec: { cidrs: ['10.1.0.0/16'] } }, [
    ['one more of the other family', { 'spec/cidrs': ['10.1.0.0/16', 'fd00:1:1::/64'] }],
    [
      'one more of the same family',
      { 'spec/cidrs': ['10.1.0.0/16', '10.2.0.0/16'] },
      'spec.cidrs: Invalid value: ["10.1.0.0/16","10.2.0.0/16"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ],
  ])
  const condition = {
    type: 'Ready',
    status: 'True',
    reason: 'R',
    message: '',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  }
  updates(judged.of('status'), valid, [
    ['a condition', { status: { conditions: [condition] } }],
    ['a condition twice', { status: { conditions: [condition, condition] } }],
    ['no reason', { status: { conditions: [{ ...condition, reason: '' }] } }],
    ['a bad reason', { status: { conditions: [{ ...condition, reason: '1 a' }] } }],
    ['an unknown status', { status: { conditions: [{ ...condition, status: 'x' }] } }],
    ['a generation below nothing', { status: { conditions: [{ ...condition, observedGeneration: -1 }] } }],
    ['no time', { status: { conditions: [{ ...condition, lastTransitionTime: null }] } }],
    ['a bad type', { status: { conditions: [{ ...condition, type: 'a b' }] } }],
    ['a long message', { status: { conditions: [{ ...condition, message: 'x'.repeat(32_769) }] } }],
    ['a long reason', { status: { conditions: [{ ...condition, reason: 'x'.repeat(1025) }] } }],
  ])
})

describe('IngressClass', () => {
  const judged = new Judged({ apiVersion, kind: 'IngressClass', resource: 'ingressclasses' })
  const valid = { metadata: { name: 'test123' }, spec: { controller: 'foo.co/bar' } }
  const cluster = { scope: 'Cluster', apiGroup: 'example.com', kind: 'IngressParams', name: 'params' }
  const parameters = (changes: object) => ({ 'spec/parameters': { ...cluster, ...changes } })
  creations(judged, valid, [
    [
      'a bad name',
      { 'metadata/name': 'test*123' },
      `metadata.name: Invalid value: "test*123": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a controller without domain',
      { 'spec/controller': 'foo' },
      'spec.controller: Invalid value: "foo": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
    ['a controller with a path of two', { 'spec/controller': 'foo.co/bar/baz' }],
    [
      'a controller with a bad domain',
      { 'spec/controller': 'foo_co/bar' },
      `spec.controller: Invalid value: "foo_co": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['a controller with a bad path', { 'spec/controller': 'foo.co/bar:' }],
    [
      'a long controller',
      { 'spec/controller': `foo.co/${'b'.repeat(244)}` },
      'spec.controller: Too long: may not be more than 250 bytes',
    ],
    ['no controller', { 'spec/controller': '' }, 'spec.controller: Required value'],
    ['parameters', parameters({})],
    ['parameters of the core', parameters({ apiGroup: undefined })],
    ['parameters without kind', parameters({ kind: '' }), 'spec.parameters.kind: Required value'],
    ['parameters without name', parameters({ name: '' }), 'spec.parameters.name: Required value'],
    [
      'parameters with a bad group',
      parameters({ apiGroup: 'forbidden chars.sig.k8s.io' }),
      `spec.parameters.apiGroup: Invalid value: "forbidden chars.sig.k8s.io": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'parameters with a bad kind',
      parameters({ kind: '../path' }),
      `spec.parameters.kind: Invalid value: "../path": may not contain '/'`,
    ],
    [
      'parameters with a bad name',
      parameters({ name: 'a/b' }),
      `spec.parameters.name: Invalid value: "a/b": may not contain '/'`,
    ],
    ['parameters without scope', parameters({ scope: undefined })],
    [
      'parameters with a bad scope',
      parameters({ scope: 'Special' }),
      'spec.parameters.scope: Unsupported value: "Special": supported values: "Cluster", "Namespace"',
    ],
    [
      'parameters of the cluster with a namespace',
      parameters({ namespace: 'n' }),
      "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
    ],
    ['parameters of a namespace', parameters({ scope: 'Namespace', namespace: 'n' })],
    [
      'parameters of no namespace',
      parameters({ scope: 'Namespace' }),
      "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
    ],
    [
      'parameters of a bad namespace',
      parameters({ scope: 'Namespace', namespace: 'N_' }),
      `spec.parameters.namespace: Invalid value: "N_": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ],
    [
      'parameters of an empty namespace',
      parameters({ scope: 'Namespace', namespace: '' }),
      `spec.parameters.namespace: Invalid value: "": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ],
  ])
  updates(judged, valid, [
    [
      'another controller',
      { 'spec/controller': 'foo.co/different' },
      'spec.controller: Invalid value: "foo.co/different": field is immutable',
    ],
    ['parameters', parameters({})],
    ['parameters that are none', parameters({ kind: '' }), 'spec.parameters.kind: Required value'],
  ])
})
