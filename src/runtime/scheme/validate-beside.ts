import type { KubernetesObject } from '../objects/typed-object.js'
import type { FieldError, ValidationFunction } from './validation-function.js'

/**
 * Combines two validation functions: the errors of `first`, then those of `second` for fields without an error of `first`.
 */
export function validateBeside<T extends KubernetesObject>(
  first: ValidationFunction<T> | undefined,
  second: ValidationFunction<T>,
): ValidationFunction<T> {
  if (first === undefined) return second
  return (operation, object, old): readonly FieldError[] => {
    const found = first(operation, object, old)
    const fields = new Set(found.map(({ field }) => field))
    return [...found, ...second(operation, object, old).filter(({ field }) => !fields.has(field))]
  }
}
