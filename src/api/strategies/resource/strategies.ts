import { deviceClassStrategy } from '../../resource/device-class/strategy.js'
import { deviceTaintRuleStrategy } from '../../resource/device-taint-rule/strategy.js'
import { resourceClaimStrategy } from '../../resource/resource-claim/strategy.js'
import { resourceClaimTemplateStrategy } from '../../resource/resource-claim-template/strategy.js'
import { resourcePoolStatusRequestStrategy } from '../../resource/resource-pool-status-request/strategy.js'
import { resourceSliceStrategy } from '../../resource/resource-slice/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `resource.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  deviceClassStrategy,
  resourceClaimStrategy,
  resourceClaimTemplateStrategy,
  resourceSliceStrategy,
  deviceTaintRuleStrategy,
  resourcePoolStatusRequestStrategy,
]
