import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { roundResourceList } from '../resource-list/resource-list-defaults.js'
import { ResourceQuota } from '../v1/types.gen.js'

/** Registers the defaults of ResourceQuota. */
export function addResourceQuotaDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, ResourceQuota, defaultResourceQuota)
}

function defaultResourceQuota({ spec, status }: ResourceQuota): void {
  for (const list of [spec?.hard, status?.hard, status?.used]) roundResourceList(list)
}
