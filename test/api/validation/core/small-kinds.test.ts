import { describe, expect, test } from 'vitest'
import { validatePodSecurityLabels } from '../../../../src/api/admission-plugins/pod-security-labels.js'
import {
  validateEndpoints,
  validateEndpointsUpdate,
  warningsForEndpoints,
} from '../../../../src/api/core/endpoints/validation.js'
import { validateEvent, validateEventUpdate } from '../../../../src/api/core/event/validation.js'
import {
  validateNamespace,
  validateNamespaceFinalizeUpdate,
  validateNamespaceStatusUpdate,
} from '../../../../src/api/core/namespace/validation.js'
import { warningsForServiceAccount } from '../../../../src/api/core/service-account/validation.js'
import {
  type EndpointSubset,
  Endpoints,
  Event,
  Namespace,
  ServiceAccount,
} from '../../../../src/api/core/v1/types.gen.js'
import { messagesOf } from '../messages-of.js'

const metadata = { name: 'abc', namespace: 'ns', resourceVersion: '1' }

describe('Endpoints', () => {
  const options = { strict: true }
  const made = (subset: Partial<EndpointSubset>, labels = {}) =>
    new Endpoints({ metadata: { ...metadata, labels }, subsets: [subset] })
  const ip = '10.10.1.1'

  test.each<[string, Partial<EndpointSubset>, string[]]>([
    ['are right', { addresses: [{ ip, nodeName: 'n' }], ports: [{ port: 80, protocol: 'TCP' }] }, []],
    ['have addresses', {}, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
    [
      'have addresses that others reach',
      { notReadyAddresses: [{ ip: '::1' }, { ip: 'ff02::1' }, { ip: '2001:db8:0:0:1:0:0:X' }] },
      [
        'subsets[0].notReadyAddresses[0].ip: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'subsets[0].notReadyAddresses[1].ip: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
        'subsets[0].notReadyAddresses[2].ip: Invalid value: "2001:db8:0:0:1:0:0:X": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'subsets[0].notReadyAddresses[2].ip: Invalid value: "2001:db8:0:0:1:0:0:X": must be a valid IP address',
      ],
    ],
    [
      'have names for several ports',
      {
        addresses: [{ ip }],
        ports: [
          { port: 80, protocol: 'TCP' },
          { name: 'a', port: 66_000, protocol: 'Http' },
        ],
      },
      [
        'subsets[0].ports[0].name: Required value',
        'subsets[0].ports[1].port: Invalid value: 66000: must be between 1 and 65535, inclusive',
        'subsets[0].ports[1].protocol: Unsupported value: "Http": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
  ])('%s', (_, subset, expected) => {
    expect(messagesOf(validateEndpoints(made(subset), options))).toEqual(expected)
  })

  test('may keep invalid values', () => {
    const wrong = () => made({ addresses: [{ ip: '010.0.0.1' }] })
    expect(validateEndpoints(wrong(), options)).toHaveLength(1)
    expect(validateEndpointsUpdate(wrong(), wrong(), options)).toEqual([])
    expect(warningsForEndpoints(wrong())).toEqual([
      'subsets[0].addresses[0].ip: non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"',
    ])
    const managed = made(
      { addresses: [{ ip: '010.0.0.1' }] },
      { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' },
    )
    expect(warningsForEndpoints(managed)).toEqual([])
  })
})

describe('an Event', () => {
  const event = (more: Partial<Event>) =>
    new Event({ metadata: { ...metadata, name: 'e.1' }, involvedObject: { namespace: 'ns' }, ...more })
  const complete: Partial<Event> = {
    eventTime: '2024-01-01T00:00:00.000000Z',
    reportingComponent: 'k8s.io/my-controller',
    reportingInstance: 'node-xyz',
    action: 'Do',
    reason: 'Because',
    type: 'Normal',
  }

  test('of old clients is about something in its namespace', () => {
    expect(messagesOf(validateEvent(event({}), 'v1'))).toEqual([])
    expect(messagesOf(validateEvent(event({ involvedObject: { namespace: 'other' } }), 'v1'))).toEqual([
      'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    ])
  })

  test('of new clients is complete', () => {
    expect(messagesOf(validateEvent(event(complete), 'events.k8s.io/v1'))).toEqual([])
    const { eventTime, ...rest } = complete
    expect(
      messagesOf(validateEvent(event({ ...rest, count: 1, type: 'x', series: { count: 1 } }), 'events.k8s.io/v1')),
    ).toEqual([
      'series.count: Invalid value: "": should be at least 2',
      'series.lastObservedTime: Required value',
      'eventTime: Required value',
      'type: Invalid value: "": has invalid value: x',
      'count: Invalid value: "": needs to be unset',
    ])
    expect(messagesOf(validateEvent(event({ eventTime: eventTime as string }), 'v1'))).toEqual([
      'reportingComponent: Required value',
      expect.stringContaining('reportingComponent: Invalid value: "": name part must be non-empty'),
      expect.stringContaining('reportingComponent: Invalid value: "": name part must consist of'),
      'reportingInstance: Required value',
      'action: Required value',
      'reason: Required value',
    ])
  })

  test('stays as it is but for its series', () => {
    const now = event({
      ...complete,
      reason: 'Other',
      series: { count: 2, lastObservedTime: '2024-01-01T00:00:00.000000Z' },
    })
    const found = (apiVersion: string) => messagesOf(validateEventUpdate(now, event(complete), apiVersion))
    expect(found('v1')).toEqual([])
    const changed = 'reason: Invalid value: "Other": field is immutable'
    expect(found('events.k8s.io/v1')).toEqual([changed, changed])
  })
})

describe('a Namespace', () => {
  const namespace = (more: Partial<Namespace>) =>
    new Namespace({
      metadata: { name: 'n', resourceVersion: '1', ...more.metadata },
      spec: more.spec,
      status: more.status,
    })

  test('has finalizers with a domain', () => {
    const spec = { finalizers: ['kubernetes', 'example.com/foo', 'foo'] }
    const detail = 'Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified'
    expect(messagesOf(validateNamespace(namespace({ spec })))).toEqual([`spec.finalizers: ${detail}`])
    expect(messagesOf(validateNamespaceFinalizeUpdate(namespace({ spec }), namespace({})))).toEqual([
      `spec.finalizers[2]: ${detail}`,
    ])
  })

  test('has the phase of its life', () => {
    const terminating = namespace({ status: { phase: 'Terminating' } })
    expect(messagesOf(validateNamespaceStatusUpdate(terminating, namespace({})))).toEqual([
      'status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
    ])
    const gone = { deletionTimestamp: '2024-01-01T00:00:00Z' }
    const deleted = (phase: string) => namespace({ metadata: gone, status: { phase } })
    expect(messagesOf(validateNamespaceStatusUpdate(deleted('Terminating'), deleted('Active')))).toEqual([])
  })

  test('asks for levels of security that exist', () => {
    const labels = {
      'pod-security.kubernetes.io/enforce': 'foo',
      'pod-security.kubernetes.io/warn': 'baseline',
      'pod-security.kubernetes.io/warn-version': 'v1.01',
      'pod-security.kubernetes.io/audit-version': 'v1.20',
    }
    expect(messagesOf(validatePodSecurityLabels(namespace({ metadata: { labels } })))).toEqual([
      'metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "foo": must be one of privileged, baseline, restricted',
      'metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "v1.01": must be "latest" or "v1.x"',
    ])
  })
})

test('a service account is warned of an annotation once', () => {
  const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' }
  const account = new ServiceAccount({ metadata: { ...metadata, annotations } })
  expect(warningsForServiceAccount(account)).toHaveLength(1)
  expect(warningsForServiceAccount(account, account)).toEqual([])
})
