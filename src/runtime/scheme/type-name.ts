import { conversionTypeName } from '../../conversion/conversion-type.js'
import type { KindClass } from '../objects/typed-object.js'

/** The name of a class in messages, such as `v1.Pod`. */
export function typeName(type: unknown): string {
  return typeof type === 'function' ? conversionTypeName(type as KindClass) : String(type)
}

/** The qualified name of a class: `io.k8s.api.core.v1.Pod` if its descriptor has it. */
export function qualifiedTypeName(type: KindClass): string {
  return type.descriptor?.name || typeName(type)
}
