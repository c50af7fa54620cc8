import type { Lister } from 'apimachinery/api/admission-plugins'
import type { ResourceQuota } from 'apimachinery/api/core/v1'
import { getName, getNamespace, getResourceVersion } from 'apimachinery/runtime'
import type { QuotaAccess } from './quota-checker.js'

/** Writes the status of a quota through the API, and returns the stored quota. */
export type UpdateQuotaStatus = (quota: ResourceQuota) => Promise<ResourceQuota>

/** Quotas from memory, except those whose memory is older than what was written. */
export function quotaAccess(quotas: Lister<ResourceQuota>, update: UpdateQuotaStatus): QuotaAccess {
  const written = new Map<string, ResourceQuota>()
  const newest = (quota: ResourceQuota): ResourceQuota => {
    const key = `${getNamespace(quota)}/${getName(quota)}`
    const mine = written.get(key)
    if (mine === undefined) return quota
    if (BigInt(getResourceVersion(mine)) > BigInt(getResourceVersion(quota))) return mine
    written.delete(key)
    return quota
  }
  return {
    list: (namespace) => [...quotas.list(namespace)].map(newest),
    async updateStatus(quota) {
      const stored = await update(quota)
      written.set(`${getNamespace(stored)}/${getName(stored)}`, stored)
    },
  }
}
