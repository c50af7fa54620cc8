import { expect, test } from 'vitest'
import { addConversionsToScheme } from '../../../src/api/conversion/add-conversions-to-scheme.gen.js'
import { addToScheme } from '../../../src/api/index.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../../src/schema/group-version.js'
import { type ConversionRoundTripOptions, conversionRoundTrip } from '../../../src/testing/conversion-round-trip.js'

const scheme = new Scheme()
addToScheme(scheme)
addConversionsToScheme(scheme)

const hubs = [
  ['admission.k8s.io', 'v1'],
  ['admissionregistration.k8s.io', 'v1'],
  ['apidiscovery.k8s.io', 'v2'],
  ['apiregistration.k8s.io', 'v1'],
  ['apps', 'v1'],
  ['authentication.k8s.io', 'v1'],
  ['authorization.k8s.io', 'v1'],
  ['autoscaling', 'v2'],
  ['batch', 'v1'],
  ['certificates.k8s.io', 'v1'],
  ['coordination.k8s.io', 'v1'],
  ['coordination.k8s.io', 'v1beta1'],
  ['discovery.k8s.io', 'v1'],
  ['events.k8s.io', 'v1'],
  ['flowcontrol.apiserver.k8s.io', 'v1'],
  ['networking.k8s.io', 'v1'],
  ['node.k8s.io', 'v1'],
  ['policy', 'v1'],
  ['rbac.authorization.k8s.io', 'v1'],
  ['resource.k8s.io', 'v1'],
  ['scheduling.k8s.io', 'v1'],
  ['scheduling.k8s.io', 'v1beta1'],
  ['storage.k8s.io', 'v1'],
  ['storagemigration.k8s.io', 'v1'],
] as const

const group = 'rbac.authorization.k8s.io'
const reason = 'v1 has the key in a certificate request'

/** Without the ends of types, where Go's conversions take the empty value for none as well: an empty name, a target that is not set. */
const ordinary = { seed: 4, edges: 0 }

/** What makes random objects such as mean the same in all versions. */
const options: Readonly<Record<string, ConversionRoundTripOptions>> = {
  autoscaling: {
    ...ordinary,
    share: 1,
    fields: {
      'spec.targetCPUUtilizationPercentage': (random) => random.between(1, 100),
      // v1 keeps it beside the raw value, which it has in an annotation then.
      'status.currentCPUUtilizationPercentage': () => undefined,
      'spec.metrics': (random) => [
        {
          type: 'Pods',
          pods: { metric: { name: random.word() }, target: { type: 'AverageValue', averageValue: '5' } },
        },
        {
          type: 'Object',
          object: {
            describedObject: { kind: 'Service', name: random.word() },
            target: { type: 'Value', value: '7' },
            metric: { name: random.word(), selector: { matchLabels: { a: random.word() } } },
          },
        },
        {
          type: 'External',
          external: { metric: { name: random.word() }, target: { type: 'AverageValue', averageValue: '3' } },
        },
        {
          type: 'ContainerResource',
          containerResource: {
            name: 'memory',
            target: { type: 'Utilization', averageUtilization: random.between(1, 100) },
            container: random.word(),
          },
        },
        // The one that has a field in v1 comes back last.
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      ],
      'status.currentMetrics': (random) => [
        {
          type: 'Resource',
          resource: { name: 'memory', current: { averageValue: '9', averageUtilization: random.between(1, 100) } },
        },
        { type: 'Pods', pods: { metric: { name: random.word() }, current: { averageValue: '5' } } },
      ],
    },
  },
  'certificates.k8s.io': {
    accepted: ['spec.pkixPublicKey', 'spec.proofOfPossession'].map((path) => {
      return { kind: 'PodCertificateRequest', version: 'v1beta1', through: 'v1', path, reason }
    }),
  },
  // v1beta1 writes the node of an endpoint into its topology.
  'discovery.k8s.io': { fields: { 'endpoints.nodeName': () => undefined } },
  'flowcontrol.apiserver.k8s.io': {
    share: 1,
    fields: {
      'spec.limited.nominalConcurrencyShares': (random) => random.between(0, 50),
      'spec.limited.assuredConcurrencyShares': (random) => random.between(0, 50),
    },
  },
  'networking.k8s.io': {
    ...ordinary,
    // A port is a name or a number; v1beta1 has one field for both.
    types: {
      'io.k8s.api.networking.v1.ServiceBackendPort': (random) =>
        random.chance(0.5) ? { name: random.word() } : { number: random.between(1, 65_535) },
    },
  },
  'rbac.authorization.k8s.io': {
    share: 1,
    fields: {
      'subjects.kind': () => 'User',
      'subjects.apiGroup': () => group,
      'subjects.apiVersion': () => `${group}/v1alpha1`,
    },
  },
  'resource.k8s.io': {
    ...ordinary,
    share: 1,
    fields: { 'spec.devices.basic': (random) => ({ nodeName: random.word() }), 'spec.allNodes': () => true },
  },
}

test.each(hubs)('objects of %s go through %s and back', (group, version) => {
  expect(
    conversionRoundTrip(scheme, new GroupVersion(group, version), { rounds: 10, ...options[group] }),
  ).toBeGreaterThan(0)
})
