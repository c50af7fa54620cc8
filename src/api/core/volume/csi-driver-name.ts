import { utf8Length } from '../../../internal/utf8-length.js'
import { isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, required, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'

const maxLength = 63

/** Checks the name of a CSI driver: a DNS subdomain in any case, 63 bytes at most. */
export function validateCSIDriverName(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (name === undefined || name === null || name === '') return [required(path, '')]
  const errors = utf8Length(name) > maxLength ? [tooLong(path, maxLength)] : []
  const problems = isDNS1123Subdomain(name.toLowerCase())
  const origin = 'format=k8s-long-name-caseless'
  return [...errors, ...problems.map((problem) => invalid(path, name, problem).withOrigin(origin))]
}
