import type { KindStrategy } from '../kind-strategy.js'
import { configMapStrategy } from './config-map.js'
import { endpointsStrategy } from './endpoints.js'
import { eventStrategy } from './event.js'
import { limitRangeStrategy } from './limit-range.js'
import { namespaceStrategy } from './namespace.js'
import { nodeStrategy } from './node.js'
import { persistentVolumeStrategy } from './persistent-volume.js'
import { persistentVolumeClaimStrategy } from './persistent-volume-claim.js'
import { podStrategy } from './pod.js'
import { podTemplateStrategy } from './pod-template.js'
import { replicationControllerStrategy } from './replication-controller.js'
import { resourceQuotaStrategy } from './resource-quota.js'
import { secretStrategy } from './secret.js'
import { serviceStrategy } from './service.js'
import { serviceAccountStrategy } from './service-account.js'

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
