import type { ResourceClaim } from 'apimachinery/api/resource/v1'
import { checkedSubresource } from '../../registry/checked-store.js'
import type { SubresourceStore } from '../../registry/subresource-store.js'
import type { StorageProvider } from '../storage-provider.js'
import { claimStatusCheck } from './resource-claim/claim-status-access.js'

const path = 'resourceclaims/status'

/** The group `resource.k8s.io`: parts of the status of claims need rights of their own. */
export const resourceStorage: StorageProvider = {
  group: 'resource.k8s.io',
  extend(storage, { authorizer, featureEnabled }) {
    const status = storage[path] as unknown as SubresourceStore<ResourceClaim> | undefined
    if (status === undefined || !featureEnabled('DRAResourceClaimGranularStatusAuthorization')) return
    storage[path] = checkedSubresource(status, claimStatusCheck(authorizer))
  },
}
