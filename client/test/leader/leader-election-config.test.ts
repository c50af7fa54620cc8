import { expect, it } from 'vitest'
import type { LeaderElectionConfig } from '../../src/leader/leader-election-config.js'
import { LeaderElector } from '../../src/leader/leader-elector.js'
import { LeaseServer } from './lease-server.js'

const election = { client: new LeaseServer().client('a'), name: 'lease', namespace: 'ns', identity: 'a' }

it.each<[Partial<LeaderElectionConfig>, string]>([
  [{ leaseDuration: 10_000 }, 'leaseDuration must be greater than renewDeadline'],
  [{ retryPeriod: 9000 }, 'renewDeadline must be greater than retryPeriod*JitterFactor'],
  [{ retryPeriod: 0 }, 'retryPeriod must be greater than zero'],
  [
    { leaseDuration: 30, renewDeadline: 12, retryPeriod: 10 },
    'renewDeadline must be greater than retryPeriod*JitterFactor',
  ],
  [{ leaseDuration: 0.9, renewDeadline: 0.8, retryPeriod: 0.1 }, 'leaseDuration must be greater than zero'],
  [{ leaseDuration: 1, renewDeadline: 0.8, retryPeriod: 0.1 }, 'renewDeadline must be greater than zero'],
  [{ leaseDuration: 2, renewDeadline: 1, retryPeriod: 0.1 }, 'retryPeriod must be greater than zero'],
  [{ identity: '' }, 'Lock identity is empty'],
])('an election with %o is refused', (options, message) => {
  expect(() => new LeaderElector({ ...election, ...options })).toThrow(message)
})
