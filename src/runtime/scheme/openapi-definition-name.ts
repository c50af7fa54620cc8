import { MachineryError } from '../../errors/machinery-error.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { KindRegistry } from '../interfaces.js'
import { isUnstructuredClass } from '../objects/unstructured.js'
import { NotRegisteredError } from './not-registered-error.js'

/**
 * The name of a kind in OpenAPI documents: that of its descriptor, or group reversed, version and kind for a custom
 * resource registered as unstructured (`com.example.stable.v1.CronTab`).
 */
export function openAPIDefinitionName(registry: KindRegistry, gvk: GroupVersionKind): string {
  if (gvk.version === '') throw new MachineryError('VersionRequired', `version is required on all types: ${gvk}`)
  const type = registry.classFor(gvk)
  if (type === undefined) throw new NotRegisteredError(registry.name, { gvk })
  if (!isUnstructuredClass(type)) return type.descriptor.name
  if (gvk.group === '' || gvk.kind === '') {
    throw new MachineryError(
      'InvalidKind',
      `unable to convert GroupVersionKind with empty fields to unstructured type to an OpenAPI definition name: ${gvk}`,
    )
  }
  return `${gvk.group.split('.').reverse().join('.')}.${gvk.version}.${gvk.kind}`
}
