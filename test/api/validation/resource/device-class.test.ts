import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of upstream's validation_deviceclass_test.go and validation_resourceclaimtemplate_test.go.
const apiVersion = 'resource.k8s.io/v1'
const many = <T>(count: number, item: (i: number) => T) => Array.from({ length: count }, (_, i) => item(i))
const letters = (bytes: number) => ({ str: 'x'.repeat(bytes - '{"str":""}'.length) })
const opaque = (parameters: unknown) => ({ opaque: { driver: 'foo', parameters } })

describe('DeviceClass', () => {
  const judged = new Judged({ apiVersion, kind: 'DeviceClass', resource: 'deviceclasses' })
  const valid = { metadata: { name: 'foo' }, spec: { selectors: [{ cel: { expression: 'device.driver == "a"' } }] } }
  creations(judged, valid, [
    ['no name', { 'metadata/name': '' }, 'metadata.name: Required value: name or generateName is required'],
    [
      'a bad name',
      { 'metadata/name': '!@#$%^' },
      `metadata.name: Invalid value: "!@#$%^": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      '33 selectors',
      { 'spec/selectors': many(33, () => ({ cel: { expression: 'true' } })) },
      'spec.selectors: Too many: 33: must have at most 32 items',
    ],
    [
      'an expression that does not parse',
      { 'spec/selectors/0/cel/expression': 'noSuchVar' },
      `spec.selectors[0].cel.expression: Invalid value: "noSuchVar": compilation failed: ERROR: <input>:1:1: undeclared reference to 'noSuchVar' (in container '')
 | noSuchVar
 | ^`,
    ],
    [
      'no expression',
      { 'spec/selectors/0/cel/expression': '' },
      `spec.selectors[0].cel.expression: Invalid value: "": compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`,
    ],
    [
      '33 configurations',
      { 'spec/config': many(33, () => opaque({})) },
      'spec.config: Too many: 33: must have at most 32 items',
    ],
    ['no driver', { 'spec/config': [{ opaque: { parameters: {} } }] }, 'spec.config[0].opaque.driver: Required value'],
    [
      'a long configuration',
      { 'spec/config': [opaque(letters(10_241))] },
      'spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes',
    ],
    ['no configuration', { 'spec/config': [{}] }, 'spec.config[0].opaque: Required value'],
    ['another resource', { 'spec/extendedResourceName': 'example.com/gpu' }],
    [
      'a resource of Kubernetes',
      { 'spec/extendedResourceName': 'kubernetes.io/gpu' },
      'spec.extendedResourceName: Invalid value: "kubernetes.io/gpu": must not have "kubernetes.io/" domain',
    ],
    [
      'a resource that requests are called',
      { 'spec/extendedResourceName': 'requests.example.com/gpu' },
      'spec.extendedResourceName: Invalid value: "requests.example.com/gpu": must not have "requests." prefix',
    ],
  ])
  updates(judged, valid, [
    ['another selector', { 'spec/selectors/0/cel/expression': 'device.driver == "b"' }],
    [
      'one that does not parse',
      { 'spec/selectors/0/cel/expression': 'noSuchVar' },
      `spec.selectors[0].cel.expression: Invalid value: "noSuchVar": compilation failed: ERROR: <input>:1:1: undeclared reference to 'noSuchVar' (in container '')
 | noSuchVar
 | ^`,
    ],
    [
      'a long configuration',
      { 'spec/config': [opaque(letters(10_241))] },
      'spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes',
    ],
    ['another resource', { 'spec/extendedResourceName': 'example.com/gpu' }],
  ])
})

describe('ResourceClaimTemplate', () => {
  const place = { apiVersion, kind: 'ResourceClaimTemplate', resource: 'resourceclaimtemplates', namespace: 'n' }
  const judged = new Judged(place)
  const request = { name: 'r', exactly: { deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 } }
  const valid = { metadata: { name: 't', namespace: 'n' }, spec: { spec: { devices: { requests: [request] } } } }
  creations(judged, valid, [
    [
      'a bad name',
      { 'metadata/name': '!@#$%^' },
      `metadata.name: Invalid value: "!@#$%^": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a bad class',
      { 'spec/spec/devices/requests/0/exactly/deviceClassName': '!@#$%^' },
      `spec.spec.devices.requests[0].exactly.deviceClassName: Invalid value: "!@#$%^": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'no class',
      { 'spec/spec/devices/requests/0/exactly/deviceClassName': '' },
      'spec.spec.devices.requests[0].exactly.deviceClassName: Required value',
    ],
    [
      'neither',
      { 'spec/spec/devices/requests/0': { name: 'r' } },
      'spec.spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
    ],
    [
      'labels that are none',
      { 'spec/metadata': { labels: { a: '!' } } },
      `spec.metadata.labels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
    [
      'annotations that are none',
      { 'spec/metadata': { annotations: { '!': 'a' } } },
      `spec.metadata.annotations: Invalid value: "!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    ['finalizers', { 'spec/metadata': { finalizers: ['a/b'] } }, 'spec.metadata.finalizers: Forbidden: cannot be set'],
    ['a namespace', { 'spec/metadata': { namespace: 'n' } }, 'spec.metadata.namespace: Forbidden: cannot be set'],
  ])
  updates(judged, valid, [
    ['labels', { 'metadata/labels': { a: 'b' } }],
    [
      'another class',
      { 'spec/spec/devices/requests/0/exactly/deviceClassName': 'd' },
      'spec: Invalid value: {"Spec":{"Devices":{"Requests":[{"Name":"r","Exactly":{"DeviceClassName":"d","Selectors":null,"AllocationMode":"ExactCount","Count":1,"AdminAccess":null,"Tolerations":null,"Capacity":null,"DerivedAttributes":null},"FirstAvailable":null}],"Constraints":null,"Config":null}}}: field is immutable',
    ],
    [
      'other labels of claims',
      { 'spec/metadata': { labels: { a: 'b' } } },
      'spec: Invalid value: {"labels":{"a":"b"},"Spec":{"Devices":{"Requests":[{"Name":"r","Exactly":{"DeviceClassName":"c","Selectors":null,"AllocationMode":"ExactCount","Count":1,"AdminAccess":null,"Tolerations":null,"Capacity":null,"DerivedAttributes":null},"FirstAvailable":null}],"Constraints":null,"Config":null}}}: field is immutable',
    ],
  ])
})
