import { utf8Length } from '../../internal/utf8-length.js'
import { withOrigin } from '../../validation/error-list.js'
import { type FieldError, invalid, required, tooLong } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { isCIdentifier } from '../../validation/format-rules.js'
import { nameIsDNSSubdomain } from '../../validation/object-name-rules.js'
import { validateCSIDriverName } from '../core/volume/csi-driver-name.js'
import { validateDNS1123Subdomain } from '../validation/field-rules.js'

const maxPoolNameLength = 253
const maxIdentifierLength = 32

/** Most bytes of a name with its domain. */
export const qualifiedNameMaxLength: number = 63 + 1 + maxIdentifierLength

/** Checks the name of a pool: DNS subdomains with slashes between. */
export function validatePoolName(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!name) return [required(path, '')]
  const errors = utf8Length(name) > maxPoolNameLength ? [tooLong(path, maxPoolNameLength)] : []
  const parts = name.split('/').flatMap((part) => validateDNS1123Subdomain(part, path))
  return withOrigin([...errors, ...parts], 'format=k8s-resource-pool-name')
}

/** Checks the name of a class of devices. */
export function validateDeviceClassName(name: string | null | undefined, path: FieldPath): FieldError[] {
  return name ? validateDNS1123Subdomain(name, path) : [required(path, '')]
}

/** Checks the name of a node. */
export function validateNodeName(name: string, path: FieldPath): FieldError[] {
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

/** Checks a UUID as RFC 4122 writes it. */
export function validateUID(uid: string, path: FieldPath): FieldError[] {
  const problem = uuidProblem(uid)
  if (problem !== undefined) return [invalid(path, uid, `error validating uid: ${problem}`).withOrigin(uuidOrigin)]
  if (uid.length === 36 && uid === uid.toLowerCase()) return []
  const detail =
    'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters'
  return [invalid(path, uid, detail).withOrigin(uuidOrigin)]
}

const uuidOrigin = 'format=k8s-uuid'

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The problem of the text of a UUID, in the wording of the package that Go uses. */
function uuidProblem(uid: string): string | undefined {
  switch (utf8Length(uid)) {
    case 36:
      return hyphenated.test(uid) ? undefined : 'invalid UUID format'
    case 45:
      if (uid.slice(0, 9).toLowerCase() !== 'urn:uuid:') return `invalid urn prefix: ${JSON.stringify(uid.slice(0, 9))}`
      return hyphenated.test(uid.slice(9)) ? undefined : 'invalid UUID format'
    case 38:
      if (!uid.startsWith('{') || !uid.endsWith('}')) return 'invalid bracketed UUID format'
      return hyphenated.test(uid.slice(1, -1)) ? undefined : 'invalid UUID format'
    case 32:
      return /^[0-9a-f]{32}$/i.test(uid) ? undefined : 'invalid UUID format'
    default:
      return `invalid UUID length: ${utf8Length(uid)}`
  }
}

/** Checks the name of an attribute or a capacity: an identifier of C, optionally with a domain. More slashes pass, as in Go. */
export function validateQualifiedName(name: string, path: FieldPath): FieldError[] {
  const [first = '', second, ...more] = name.split('/')
  if (more.length > 0) return []
  if (second === undefined) return identifierErrors(first, path)
  return [
    ...(first === '' ? [invalid(path, '', 'the domain must not be empty')] : validateCSIDriverName(first, path)),
    ...(second === '' ? [invalid(path, '', 'the name must not be empty')] : identifierErrors(second, path)),
  ]
}

/** As {@link validateQualifiedName}, the domain required. */
export function validateFullyQualifiedName(name: string, path: FieldPath): FieldError[] {
  const errors = validateQualifiedName(name, path)
  if (!name.includes('/')) {
    const detail = 'a fully qualified name must be a domain and a name separated by a slash'
    errors.push(invalid(path, name, detail).withJSONText())
  }
  return withOrigin(errors, 'format=k8s-resource-fully-qualified-name')
}

function identifierErrors(name: string, path: FieldPath): FieldError[] {
  const errors = utf8Length(name) > maxIdentifierLength ? [tooLong(path, maxIdentifierLength)] : []
  return [...errors, ...isCIdentifier(name).map((problem) => invalid(path, name, problem))]
}
