import type { Scheme } from '../runtime/scheme.js'
import type { KindClass } from '../runtime/typed-object.js'
import { validateDeclared } from './validate-declared.js'

/**
 * Makes `scheme.validate` and `scheme.validateUpdate` check the validation tags of classes. Takes the place of a validation
 * function that was registered before; one that is registered later can call `validateDeclared` itself.
 */
export function addDeclarativeValidation(scheme: Scheme, ...types: readonly KindClass[]): void {
  for (const type of types) {
    scheme.addValidationFunc(type, (operation, object, old) =>
      validateDeclared(type.descriptor, object, { operation, old }),
    )
  }
}
