import { configMapStrategy } from '../../core/config-map/strategy.js'
import { endpointsStrategy } from '../../core/endpoints/strategy.js'
import { eventStrategy } from '../../core/event/strategy.js'
import { limitRangeStrategy } from '../../core/limit-range/strategy.js'
import { namespaceStrategy } from '../../core/namespace/strategy.js'
import { nodeStrategy } from '../../core/node/strategy.js'
import { persistentVolumeStrategy } from '../../core/persistent-volume/strategy.js'
import { persistentVolumeClaimStrategy } from '../../core/persistent-volume-claim/strategy.js'
import { podStrategy } from '../../core/pod/strategy.js'
import { podTemplateStrategy } from '../../core/pod-template/strategy.js'
import { replicationControllerStrategy } from '../../core/replication-controller/strategy.js'
import { resourceQuotaStrategy } from '../../core/resource-quota/strategy.js'
import { secretStrategy } from '../../core/secret/strategy.js'
import { serviceStrategy } from '../../core/service/strategy.js'
import { serviceAccountStrategy } from '../../core/service-account/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of the core group behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  configMapStrategy,
  endpointsStrategy,
  eventStrategy,
  limitRangeStrategy,
  namespaceStrategy,
  nodeStrategy,
  persistentVolumeStrategy,
  persistentVolumeClaimStrategy,
  podStrategy,
  podTemplateStrategy,
  replicationControllerStrategy,
  resourceQuotaStrategy,
  secretStrategy,
  serviceAccountStrategy,
  serviceStrategy,
]
