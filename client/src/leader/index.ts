export type { LeaderElectionConfig } from './leader-election-config.js'
export { LeaderElector } from './leader-elector.js'
export { LeaseCandidate, type LeaseCandidateConfig } from './lease-candidate.js'
export { newLeaseHolder } from './lease-holder.js'
