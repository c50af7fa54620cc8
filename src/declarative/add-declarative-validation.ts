import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import { validateBeside } from '../runtime/scheme/validate-beside.js'
import type { ValidationOperation } from '../runtime/scheme/validation-function.js'
import { validateDeclared } from './validate-declared.js'

/**
 * Makes `scheme.validate` and `scheme.validateUpdate` check the validation tags of classes, and the single-field rules of
 * the schemas from which they were generated. A validation function that was registered before stays, such as that of
 * `registerCustomResource`: for a field with one of its errors, tags report no further ones.
 */
export function addDeclarativeValidation(scheme: Scheme, ...types: readonly KindClass[]): void {
  for (const type of types) {
    const declared = (operation: ValidationOperation, object: KubernetesObject, old: KubernetesObject | undefined) =>
      validateDeclared(type.descriptor, object, { operation, old })
    scheme.addValidationFunc(type, validateBeside(scheme.validationFuncFor(type), declared))
  }
}
