import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { KindRegistry } from '../interfaces.js'
import type { KindClass } from '../objects/typed-object.js'
import { Unstructured } from '../objects/unstructured.js'

/** A registry that reads every kind as {@link Unstructured}. */
export const unstructuredRegistry: KindRegistry = { name: 'unstructured', classFor: () => Unstructured }

/** A registry that reads kinds unknown to `registry` as {@link Unstructured}. */
export function withUnstructured(registry: KindRegistry): KindRegistry {
  return { name: registry.name, classFor: (gvk: GroupVersionKind): KindClass => registry.classFor(gvk) ?? Unstructured }
}
