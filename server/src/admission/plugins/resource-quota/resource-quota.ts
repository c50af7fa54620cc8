import type { ResourceClaim } from 'apimachinery/api/resource/v1'
import type { Clock } from 'apimachinery/wait'
import type { AdmissionAttributes } from '../../attributes.js'
import type { ClusterState } from '../../cluster-state.js'
import type { AdmissionPlugin } from '../../plugin.js'
import type { ResourceQuotaConfiguration } from './configuration.js'
import { LiveDevices } from './live-devices.js'
import { quotaAccess, type UpdateQuotaStatus } from './quota-access.js'
import { QuotaChecker } from './quota-checker.js'
import { EvaluatorRegistry } from './registry.js'

/** Input of the plugin besides the quotas. */
export interface ResourceQuotaOptions {
  readonly updateStatus: UpdateQuotaStatus
  readonly clock: Clock
  readonly configuration?: ResourceQuotaConfiguration | undefined
}

/** Resources that no quota counts: events, which would count themselves, and reviews, which are not stored. */
const ignored = new Set([
  '/bindings',
  '/componentstatuses',
  '/events',
  'events.k8s.io/events',
  'authentication.k8s.io/tokenreviews',
  'authentication.k8s.io/selfsubjectreviews',
  'authorization.k8s.io/subjectaccessreviews',
  'authorization.k8s.io/selfsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectrulesreviews',
  'authorization.k8s.io/localsubjectaccessreviews',
])

/**
 * Refuses what is beyond the quotas of a namespace, and writes down what is used of them.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/resourcequota.
 */
export function resourceQuota(
  state: Pick<ClusterState, 'resourceQuotas' | 'liveDeviceClasses' | 'liveResourceClaims' | 'livePod'>,
  { updateStatus, clock, configuration }: ResourceQuotaOptions,
): AdmissionPlugin {
  const devices = new LiveDevices(state)
  const prepareClaim = ({ object, oldObject }: AdmissionAttributes): Promise<void> =>
    devices.prepare([object, oldObject].filter((each) => each !== undefined) as ResourceClaim[])
  const checker = new QuotaChecker({
    access: quotaAccess(state.resourceQuotas, updateStatus),
    registry: new EvaluatorRegistry(clock, { devices, prepareClaim }),
    clock,
    limited: configuration?.limitedResources ?? [],
  })
  return {
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      const { namespace, kind, operation, resource } = attributes
      if (namespace === '' || (operation === 'CREATE' && kind.group === '' && kind.kind === 'Namespace')) return
      if (ignored.has(`${resource.group}/${resource.resource}`)) return
      await checker.check(attributes)
    },
  }
}
