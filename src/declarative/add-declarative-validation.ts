import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import { validateBeside } from '../runtime/scheme/validate-beside.js'
import type { ValidationOperation } from '../runtime/scheme/validation-function.js'
import { validateDeclared } from './validate-declared.js'

/**
 * Makes `scheme.validate` and `scheme.validateUpdate` check the validation tags of classes, and what the schemas from which they
 * were generated say of single fields. A validation function that was registered before stays, such as that of
 * `registerCustomResource`: where it finds something wrong with a field, tags say no more of it.
 */
export function addDeclarativeValidation(scheme: Scheme, ...types: readonly KindClass[]): void {
  for (const type of types) {
    const declared = (operation: ValidationOperation, object: KubernetesObject, old: KubernetesObject | undefined) =>
      validateDeclared(type.descriptor, object, { operation, old })
    scheme.addValidationFunc(type, validateBeside(scheme.validationFuncFor(type), declared))
  }
}
