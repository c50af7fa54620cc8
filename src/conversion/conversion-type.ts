import type { StructDescriptor } from '../descriptor/types.js'
import { isContainer } from '../json/json-value.js'

/**
 * The key under which a conversion is registered: a class, or the descriptor of a nested type that has no class at run
 * time.
 *
 * @typeParam T - the values of the type.
 */
export type ConversionType<T = unknown> = (abstract new (...args: never[]) => T) | StructDescriptor

/** The part of a type that error messages need: classes with a group, version and kind print as `v1.Pod`. */
interface NamedType {
  readonly name?: string
  readonly groupVersionKind?: { readonly version?: string; readonly kind?: string }
}

/** The name of a type in messages: `v1beta1.CronTab` for a kind class, else the name of the class or descriptor. */
export function conversionTypeName(type: ConversionType): string {
  const { name = '', groupVersionKind } = type as NamedType
  const { version = '', kind = '' } = groupVersionKind ?? {}
  // The kind and not the name of the class, which minifiers change.
  return typeof type !== 'function' || version === '' ? name : `${version.replace(/^__/, '')}.${kind}`
}

/** The class of `value`; `undefined` for plain objects and scalars. */
export function conversionTypeOf(value: unknown): ConversionType | undefined {
  if (!isContainer(value)) return undefined
  // An own property named "constructor" is data and has nothing to do with the class.
  const prototype: { constructor?: unknown } | null = Object.getPrototypeOf(value)
  const type = prototype?.constructor
  return typeof type === 'function' && type !== Object && type !== Array ? (type as ConversionType) : undefined
}
