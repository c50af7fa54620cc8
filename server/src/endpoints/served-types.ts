import { MachineryError } from 'apimachinery/errors'
import type { TypeConverter } from 'apimachinery/managedfields'
import { groupVersionKindOf } from 'apimachinery/runtime'

/**
 * The types that managed fields of a group's kinds may be in. Go installs the core group apart from all others, each with its own types:
 * what was applied to an event of the core group has no owner any more once the event is written in `events.k8s.io`, and the other
 * way round.
 *
 * Source: `InstallLegacyAPIGroup` and `InstallAPIGroups` of k8s.io/apiserver/pkg/server.
 */
export function servedTypes(types: TypeConverter, group: string): TypeConverter {
  return {
    typedToObject: (value) => types.typedToObject(value),
    objectToTyped(object, options) {
      const gvk = groupVersionKindOf(object)
      if (gvk.group !== group && (gvk.group === '' || group === ''))
        throw new MachineryError('NoCorrespondingType', `no corresponding type for ${gvk}`)
      return types.objectToTyped(object, options)
    },
  }
}
