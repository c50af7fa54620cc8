import { MachineryError } from '../errors/machinery-error.js'
import { givenText } from '../internal/given-text.js'
import type { KindClass } from './typed-object.js'

/**
 * Checks that a class names its kind and describes its fields, as generated ones do: JavaScript passes anything.
 *
 * @throws MachineryError `InvalidArgument`, naming what was given.
 */
export function requireKindClass(type: KindClass): void {
  const { groupVersionKind, descriptor } = typeof type === 'function' ? type : ({} as Partial<KindClass>)
  if (typeof groupVersionKind?.kind === 'string' && typeof descriptor === 'object') return
  const wanted = 'a class of a kind has static properties groupVersionKind and descriptor'
  throw new MachineryError('InvalidArgument', `not a class of a kind: ${givenText(type)}; ${wanted}`)
}

/** @throws MachineryError `InvalidArgument` for what is no `GroupVersion`. */
export function requireGroupVersion(gv: unknown): void {
  requireNames(gv, { className: 'GroupVersion', parts: ['group', 'version'], method: 'withKind' })
}

/** @throws MachineryError `InvalidArgument` for what is no `GroupVersionKind`. */
export function requireGroupVersionKind(gvk: unknown): void {
  requireNames(gvk, { className: 'GroupVersionKind', parts: ['group', 'version', 'kind'], method: 'groupVersion' })
}

interface Names {
  readonly className: string
  readonly parts: readonly string[]
  /** Tells instances, also those of another loaded copy of the package, from plain objects. */
  readonly method: string
}

function requireNames(value: unknown, { className, parts, method }: Names): void {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  if (parts.every((part) => typeof given[part] === 'string') && typeof given[method] === 'function') return
  throw new MachineryError('InvalidArgument', `not a ${className}: ${givenText(value)}`)
}
