import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ClusterTrustBundle } from '../v1/types.gen.js'
import { validateClusterTrustBundle, validateClusterTrustBundleUpdate } from './validation.js'

/** How a ClusterTrustBundle behaves in a registry. */
export const clusterTrustBundleStrategy: KindStrategy<ClusterTrustBundle> = {
  type: ClusterTrustBundle,
  allowUnconditionalUpdate: false,
  validate: validateClusterTrustBundle,
  validateUpdate: validateClusterTrustBundleUpdate,
  selectableFields: ({ spec }) => ({ 'spec.signerName': spec?.signerName ?? '' }),
}
