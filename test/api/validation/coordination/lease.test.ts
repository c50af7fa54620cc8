import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

describe('Lease', () => {
  const judged = new Judged({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', resource: 'leases', namespace: 'n' })
  const valid = { metadata: { name: 'l', namespace: 'n' }, spec: { holderIdentity: 'a' } }
  creations(judged, valid, [
    [
      'no time',
      { 'spec/leaseDurationSeconds': 0 },
      'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
    ],
    [
      'transitions below nothing',
      { 'spec/leaseTransitions': -1 },
      'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
    ],
    ['no holder', { spec: {} }],
    ['an empty holder', { 'spec/holderIdentity': '' }],
    [
      'a duration below nothing',
      { 'spec/leaseDurationSeconds': -1 },
      'spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0',
    ],
    [
      'a bad name',
      { 'metadata/name': 'L_' },
      `metadata.name: Invalid value: "L_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['a strategy', { 'spec/strategy': 'OldestEmulationVersion' }],
    ['a strategy of others', { 'spec/strategy': 'example.com/Mine' }],
    ['a strategy that is none', { 'spec/strategy': 'some strategy' }],
    ['a strategy without group', { 'spec/strategy': 'mine' }],
    ['an empty strategy', { 'spec/strategy': '' }],
    ['a holder who is preferred', { 'spec/strategy': 'OldestEmulationVersion', 'spec/preferredHolder': 'b' }],
    ['a holder who is preferred without strategy', { 'spec/preferredHolder': 'b' }],
    ['an empty preferred holder', { 'spec/preferredHolder': '' }],
  ])
  updates(judged, valid, [
    ['a number', { 'spec/leaseTransitions': 3 }],
    ['another holder', { 'spec/holderIdentity': 'b' }],
    [
      'a duration of nothing',
      { 'spec/leaseDurationSeconds': 0 },
      'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
    ],
    ['a strategy that is none', { 'spec/strategy': 'some strategy' }],
  ])
})
