import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { addMissingResources, roundResourceList } from '../resource-list/resource-list-defaults.js'
import { LimitRange, type LimitRangeItem } from '../v1/types.gen.js'

/** Registers the defaults of LimitRange. */
export function addLimitRangeDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, LimitRange, defaultLimitRange)
}

export function isEmpty(table: object | undefined): boolean {
  return Object.keys(table ?? {}).length === 0
}

function defaultLimitRange({ spec }: LimitRange): void {
  for (const item of itemsOf(spec?.limits)) {
    if (item.type === 'Container') defaultContainerLimits(item)
    for (const list of [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio]) {
      roundResourceList(list)
    }
  }
}

function defaultContainerLimits(item: LimitRangeItem): void {
  item.default ??= {}
  item.defaultRequest ??= {}
  addMissingResources(item.default, item.max)
  addMissingResources(item.defaultRequest, item.default)
  addMissingResources(item.defaultRequest, item.min)
  if (isEmpty(item.default)) delete item.default
  if (isEmpty(item.defaultRequest)) delete item.defaultRequest
}
