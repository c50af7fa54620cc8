import { ClusterTrustBundle } from '../../certificates/v1/types.gen.js'
import {
  validateClusterTrustBundle,
  validateClusterTrustBundleUpdate,
} from '../../validation/certificates/cluster-trust-bundle.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a ClusterTrustBundle behaves in a registry. */
export const clusterTrustBundleStrategy: KindStrategy<ClusterTrustBundle> = {
  type: ClusterTrustBundle,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: validateClusterTrustBundle,
  validateUpdate: validateClusterTrustBundleUpdate,
  selectableFields: ({ spec }) => ({ 'spec.signerName': spec?.signerName ?? '' }),
}
