import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of TestValidateLeaseCandidate and of the rules around it upstream.
const place = { apiVersion: 'coordination.k8s.io/v1beta1', kind: 'LeaseCandidate', resource: 'leasecandidates' }
const judged = new Judged({ ...place, namespace: 'n' })
const spec = {
  leaseName: 'lease',
  binaryVersion: '1.30.0',
  emulationVersion: '1.30.0',
  strategy: 'OldestEmulationVersion',
}
const valid = { metadata: { name: 'c', namespace: 'n' }, spec }

describe('the preferred holder of a lease', () => {
  creations(judged, valid, [
    ['no lease', { 'spec/leaseName': '' }, 'spec.leaseName: Required value'],
    ['a bad name of the lease', { 'spec/leaseName': 'Lease_' }],
    [
      'a version that is none',
      { 'spec/binaryVersion': 'a.b.c' },
      'spec.binaryVersion: Invalid value: "a.b.c": must be a valid semantic version',
      'spec.binaryVersion: Invalid value: "a.b.c": must be greater than or equal to `emulationVersion`',
    ],
    ['no version', { 'spec/binaryVersion': '' }, 'spec.binaryVersion: Required value'],
    [
      'another version that is none',
      { 'spec/emulationVersion': '1.30.x' },
      'spec.emulationVersion: Invalid value: "1.30.x": must be a valid semantic version',
      "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
    ],
    [
      'an emulation beyond the binary',
      { 'spec/emulationVersion': '1.31.0' },
      'spec.binaryVersion: Invalid value: "1.30.0": must be greater than or equal to `emulationVersion`',
    ],
    [
      'no emulation',
      { 'spec/emulationVersion': '' },
      "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
    ],
    ['no strategy', { 'spec/strategy': '' }, 'spec.strategy: Required value'],
    ['a strategy of others', { 'spec/strategy': 'foo.com/bar' }],
    ['a strategy of others without emulation', { 'spec/strategy': 'foo.com/bar', 'spec/emulationVersion': '' }],
    [
      'a strategy that is none',
      { 'spec/strategy': 'foo' },
      'spec.strategy.strategy: Unsupported value: "foo": supported values: "OldestEmulationVersion"',
    ],
    [
      'a strategy with a bad group',
      { 'spec/strategy': 'Foo_/bar' },
      `spec.strategy.strategy: Invalid value: "Foo_/bar": prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a strategy with a bad name',
      { 'spec/strategy': 'foo.com/b a r' },
      `spec.strategy.strategy: Invalid value: "foo.com/b a r": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    [
      'a ping before it is answered',
      { 'spec/pingTime': '2024-01-02T00:00:00.000000Z', 'spec/renewTime': '2024-01-01T00:00:00.000000Z' },
    ],
    ['a bad name', { 'metadata/name': 'C_' }],
  ])
  updates(judged, valid, [
    ['another binary', { 'spec/binaryVersion': '1.31.0' }],
    ['another lease', { 'spec/leaseName': 'other' }, 'spec.leaseName: Invalid value: "other": field is immutable'],
    ['another strategy', { 'spec/strategy': 'foo.com/bar' }],
  ])
})
