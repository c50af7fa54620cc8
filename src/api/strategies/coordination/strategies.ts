import { leaseStrategy } from '../../coordination/lease/strategy.js'
import { leaseCandidateStrategy } from '../../coordination/lease-candidate/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `coordination.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [leaseStrategy, leaseCandidateStrategy]
