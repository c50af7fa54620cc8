import type { ObjectMachinery } from 'apimachinery/managedfields'
import { type KindClass, type Scheme, withGroupVersionKind } from 'apimachinery/runtime'
import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'

/**
 * Converts objects of a kind that two groups serve from one store, such as events: Go registers their internal version in both
 * groups, where a scheme alone converts within one.
 */
export function crossGroupConvertor(scheme: Scheme): ObjectMachinery['convertor'] {
  return {
    convertToVersion(object, target) {
      const { groupVersionKind: own }: Partial<KindClass> = object.constructor
      const isElsewhere = own !== undefined && target instanceof GroupVersion && target.group !== own.group
      const kind = isElsewhere ? new GroupVersionKind(target.group, target.version, own.kind) : undefined
      const type = kind && scheme.classFor(kind)
      if (kind === undefined || type === undefined) return scheme.convertToVersion(object, target)
      return withGroupVersionKind(scheme.convert(object, type), kind)
    },
  }
}
