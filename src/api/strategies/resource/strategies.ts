import type { KindStrategy } from '../kind-strategy.js'
import { deviceClassStrategy } from './device-class.js'
import { deviceTaintRuleStrategy } from './device-taint-rule.js'
import { resourceClaimStrategy } from './resource-claim.js'
import { resourceClaimTemplateStrategy } from './resource-claim-template.js'
import { resourcePoolStatusRequestStrategy } from './resource-pool-status-request.js'
import { resourceSliceStrategy } from './resource-slice.js'

/** How the kinds of `resource.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  deviceClassStrategy,
  resourceClaimStrategy,
  resourceClaimTemplateStrategy,
  resourceSliceStrategy,
  deviceTaintRuleStrategy,
  resourcePoolStatusRequestStrategy,
]
