import { validateDeclared } from '../../declarative/validate-declared.js'
import type { StructDescriptor } from '../../descriptor/types.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { ErrorType } from '../../validation/error-type.js'
import type { FieldError } from '../../validation/field-error.js'

/** What the tags of a kind are judged with. */
export interface DeclaredContext<T> {
  /** The object that is replaced; absent for a new one. */
  readonly old?: T
  /** The feature gates that the tags name. */
  readonly gates?: readonly string[]
  featureEnabled(gate: string): boolean
}

/** The errors of an object by the tags of its type, in the words of a server. */
export function declaredErrors<T extends KubernetesObject>(
  type: StructDescriptor,
  object: T,
  { old, gates = [], featureEnabled }: DeclaredContext<T>,
): FieldError[] {
  const options = Object.fromEntries(gates.map((gate) => [gate, featureEnabled(gate)]))
  const operation = { type: old === undefined ? ('Create' as const) : ('Update' as const), options }
  const errors = validateDeclared(type, object, { operation, old })
  return errors.map((error) => (isOfNamedType(error) ? error.withJSONText() : error))
}

/** Go quotes text of a named type as JSON. */
function isOfNamedType({ type, origin }: FieldError): boolean {
  return type === ErrorType.NotSupported || origin === 'format=k8s-uuid'
}
