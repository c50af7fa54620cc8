import type { APIService, APIServiceCondition } from 'apimachinery/api/apiregistration/v1'
import { timeFromDate } from 'apimachinery/scalar'
import { GroupVersion } from 'apimachinery/schema'

/** The group version that an APIService is for. */
export function groupVersionOf({ spec }: APIService): GroupVersion {
  return new GroupVersion(spec?.group ?? '', spec?.version ?? '')
}

/** The name that the APIService of a group version must have. */
export function apiServiceName({ group, version }: Pick<GroupVersion, 'group' | 'version'>): string {
  return `${version}.${group}`
}

/** The condition `Available`. */
export function availability({ status }: APIService): APIServiceCondition | undefined {
  return (status?.conditions ?? []).find(({ type }) => type === 'Available')
}

/** Reports whether requests are proxied. */
export function isAvailable(apiService: APIService): boolean {
  return availability(apiService)?.status === 'True'
}

/** The result of checking an APIService. */
export interface Availability {
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** Sets the condition `Available` in place; its time changes with its status. Reports whether anything changed. */
export function setAvailability(apiService: APIService, found: Availability, now: Date): boolean {
  const old = availability(apiService)
  const { status, reason, message } = found
  if (old?.status === status && old.reason === reason && old.message === message) return false
  const lastTransitionTime = old?.status === status ? old.lastTransitionTime : timeFromDate(now)
  const condition = { type: 'Available', status, lastTransitionTime, reason, message }
  const others = (apiService.status?.conditions ?? []).filter(({ type }) => type !== 'Available')
  apiService.status = { ...apiService.status, conditions: [...others, condition] }
  return true
}
