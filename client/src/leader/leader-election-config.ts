import { MachineryError } from 'apimachinery/errors'
import type { Clock } from 'apimachinery/wait'
import type { Client } from '../client/client.js'
import type { EventRecorder } from '../events/event-init.js'
import type { MetricsRegistry } from '../metrics/metrics-registry.js'

/** Times of an election in milliseconds, and its lease. */
export interface LeaderElectionConfig {
  readonly client: Client
  /** Name and namespace of the Lease. */
  readonly name: string
  readonly namespace: string
  /** Identity of this candidate; unique among all candidates. */
  readonly identity: string
  /** How long others wait after a renewal they saw before they take the lease. Default 15,000. */
  readonly leaseDuration?: number | undefined
  /** How long the leader tries to renew before it stops. Default 10,000. */
  readonly renewDeadline?: number | undefined
  /** Time between two attempts. Default 2,000. */
  readonly retryPeriod?: number | undefined
  /** Releases the lease at the end, so that the next leader need not wait. Default true. */
  readonly releaseOnCancel?: boolean | undefined
  /** The server chooses among the {@link LeaseCandidate}s and writes the lease: this one only renews it. Default false. */
  readonly coordinated?: boolean | undefined
  /** Labels that the lease is given. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Records when this candidate becomes leader and stops leading: events of the lease. */
  readonly events?: EventRecorder | undefined
  /** Gets `leader_election_master_status` and `leader_election_slowpath_total`. */
  readonly metrics?: MetricsRegistry | undefined
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Called with the identity of a new leader. */
  readonly onNewLeader?: ((identity: string) => void) | undefined
  /** Called for failed attempts. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Times of an election that has them all. */
export interface ElectionTimes {
  readonly leaseDuration: number
  readonly renewDeadline: number
  readonly retryPeriod: number
}

/** By how much attempts to become the leader are spread. */
export const jitterFactor = 1.2

/** Applies defaults. @throws MachineryError `InvalidLeaderElection` in client-go's wording for invalid times */
export function electionTimes({
  leaseDuration = 15_000,
  renewDeadline = 10_000,
  retryPeriod = 2000,
  identity,
}: LeaderElectionConfig): ElectionTimes {
  const problem =
    (leaseDuration <= renewDeadline && 'leaseDuration must be greater than renewDeadline') ||
    (renewDeadline <= jitterFactor * retryPeriod && 'renewDeadline must be greater than retryPeriod*JitterFactor') ||
    (leaseDuration < 1 && 'leaseDuration must be greater than zero') ||
    (renewDeadline < 1 && 'renewDeadline must be greater than zero') ||
    (retryPeriod < 1 && 'retryPeriod must be greater than zero') ||
    (identity === '' && 'Lock identity is empty')
  if (problem) throw new MachineryError('InvalidLeaderElection', problem)
  return { leaseDuration, renewDeadline, retryPeriod }
}
