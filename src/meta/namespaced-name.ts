import { MachineryError } from '../errors/machinery-error.js'
import { quote } from '../internal/quote.js'
import { getName, getNamespace } from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'

/** A name in a namespace, which is empty for objects of the whole cluster. Immutable. */
export class NamespacedName {
  constructor(
    readonly namespace: string,
    readonly name: string,
  ) {}

  equals(other: NamespacedName): boolean {
    return this.namespace === other.namespace && this.name === other.name
  }

  /** `namespace/name`, with the slash also without a namespace. */
  toString(): string {
    return `${this.namespace}/${this.name}`
  }
}

/** Namespace and name of an object. */
export function namespacedNameOf(object: KubernetesObject): NamespacedName {
  return new NamespacedName(getNamespace(object), getName(object))
}

/**
 * Reads `namespace/name`, or `name` and `/name` without a namespace.
 *
 * @throws {@link MachineryError} `InvalidNamespacedName` for a text with more than one slash.
 */
export function parseNamespacedName(text: string): NamespacedName {
  const parts = text.split('/')
  const name = parts.pop() ?? ''
  if (parts.length < 2) return new NamespacedName(parts[0] ?? '', name)
  throw new MachineryError('InvalidNamespacedName', `unexpected key format: ${quote(text)}`)
}
