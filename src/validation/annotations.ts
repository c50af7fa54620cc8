import { utf8Length } from '../internal/utf8-length.js'
import { errorsOfEach } from './errors-of-each.js'
import { type FieldError, invalid, tooLong } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { isQualifiedName } from './qualified-name.js'

/** Most bytes that keys and values of all annotations of an object may take. */
export const totalAnnotationSizeLimitB = 262_144

/** Most UTF-8 bytes of a UTF-16 code unit. */
const mostBytesOfCharacter = 3

type Annotations = Readonly<Record<string, string>> | null | undefined

/** Checks keys of annotations, upper case allowed, and the size of all. */
export function validateAnnotations(annotations: Annotations, path: FieldPath): FieldError[] {
  if (annotations === undefined || annotations === null) return []
  const errors = errorsOfEach(Object.keys(annotations), (key) => validateAnnotationName(key, path))
  if (mayBeLarge(annotations) && annotationsSize(annotations) > totalAnnotationSizeLimitB)
    errors.push(tooLong(path, totalAnnotationSizeLimitB))
  return errors
}

function validateAnnotationName(key: string, path: FieldPath): FieldError[] {
  // A valid name is also valid in lower case.
  if (isQualifiedName(key).length === 0) return []
  return isQualifiedName(lowerCase(key)).map((problem) =>
    invalid(path, key, problem).withOrigin('format=k8s-label-key'),
  )
}

/** Reports whether annotations can have more bytes than they may, which most are far from. */
function mayBeLarge(annotations: Readonly<Record<string, string>>): boolean {
  let characters = 0
  for (const key of Object.keys(annotations)) characters += key.length + (annotations[key]?.length ?? 0)
  return characters * mostBytesOfCharacter > totalAnnotationSizeLimitB
}

/** Bytes that keys and values of annotations take. */
export function annotationsSize(annotations: Annotations): number {
  let size = 0
  for (const [key, value] of Object.entries(annotations ?? {})) size += utf8Length(key) + utf8Length(value ?? '')
  return size
}

/** Lower case as Go makes it, letter by letter: U+0130 becomes a plain `i`. */
function lowerCase(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase()
}
