import { isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isPathSegmentName } from '../../../validation/format-rules.js'
import { isValidPortName, isValidPortNum } from '../../../validation/number-rules.js'
import { nameIsDNS1035Label, nameIsDNSLabel } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import type { IngressBackend, IngressServiceBackend } from '../v1/types.gen.js'

/** Checks where an ingress sends requests: to a service or to another resource. */
export function validateIngressBackend(
  backend: IngressBackend | null | undefined,
  relaxedServiceNames: boolean,
  path: FieldPath,
): FieldError[] {
  const { resource, service } = backend ?? {}
  if (isSet(resource)) {
    if (isSet(service)) return [invalid(path, '', 'cannot set both resource and service backends')]
    return validateObjectReferenceParts(resource, path.child('resource'))
  }
  if (isSet(service)) return serviceErrors(service, relaxedServiceNames, path)
  return [invalid(path, '', 'resource or service backend is required')]
}

function serviceErrors(service: IngressServiceBackend, relaxed: boolean, path: FieldPath): FieldError[] {
  const at = path.child('service', 'name')
  const name = service.name ?? ''
  const problems = relaxed ? nameIsDNSLabel(name, false) : nameIsDNS1035Label(name, false)
  return [
    ...(name === '' ? [required(at, '')] : problems.map((problem) => invalid(at, name, problem))),
    ...portErrors(service, path),
  ]
}

function portErrors({ port }: IngressServiceBackend, path: FieldPath): FieldError[] {
  const { name, number } = port ?? {}
  if (name && number) return [invalid(path, '', 'cannot set both port name & port number')]
  const at = path.child('service', 'port')
  if (name) return isValidPortName(name).map((problem) => invalid(at.child('name'), name, problem))
  if (number) return isValidPortNum(number).map((problem) => invalid(at.child('number'), number, problem))
  return [required(path, 'port name or number is required')]
}

/** The parts of an object reference that are used in URLs. */
interface ReferenceParts {
  readonly apiGroup?: string | null | undefined
  readonly kind?: string | null | undefined
  readonly name?: string | null | undefined
}

/** Checks group, kind and name of a reference. */
export function validateObjectReferenceParts({ apiGroup, kind, name }: ReferenceParts, path: FieldPath): FieldError[] {
  return [
    ...(isSet(apiGroup)
      ? isDNS1123Subdomain(apiGroup).map((problem) => invalid(path.child('apiGroup'), apiGroup, problem))
      : []),
    ...validateRequiredSegment(kind, path.child('kind')),
    ...validateRequiredSegment(name, path.child('name')),
  ]
}

/** Checks a required name that is used in a URL path. */
export function validateRequiredSegment(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!name) return [required(path, '')]
  return isPathSegmentName(name).map((problem) => invalid(path, name, problem))
}
