export { type EffectiveRelease, enabledByDefault, type FeatureGate } from './feature-gate.js'
export { FeatureGates, type FeatureGatesOptions } from './feature-gates.js'
export { newestRelease, type Release, releaseOf, releases } from './release.js'
