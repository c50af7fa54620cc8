import { describe } from 'vitest'
import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

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
  ])
  updates(judged, valid, [['a number', { 'spec/leaseTransitions': 3 }]])
})
