import { duplicate, type FieldError, required } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { structsOf } from '../validation/go-values.js'

/** Checks that every condition has a type, and no type occurs twice. */
export function validateFlowControlConditions(
  conditions: readonly { readonly type?: string | undefined }[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>()
  return structsOf(conditions).flatMap((given, i) => {
    const type = given.type ?? ''
    const typePath = path.index(i).child('type')
    const errors = seen.has(type) ? [duplicate(typePath, type).withJSONText()] : []
    seen.add(type)
    return type === '' ? [...errors, required(typePath, '')] : errors
  })
}
