import type { KindStrategy } from '../kind-strategy.js'
import { leaseStrategy } from './lease.js'
import { leaseCandidateStrategy } from './lease-candidate.js'

/** How the kinds of `coordination.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [leaseStrategy, leaseCandidateStrategy]
