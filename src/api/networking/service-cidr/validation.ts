import { isValidCIDR } from '../../../validation/cidr-rules.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { isIPv4Bytes, networkBytes, parseCIDRSloppy } from '../../../validation/ip-address.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { textsOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { serviceCIDRSpecDescriptor } from '../v1/descriptors.gen.js'
import type { ServiceCIDR, ServiceCIDRSpec } from '../v1/types.gen.js'

const cidrs = () => fieldPath('spec', 'cidrs')

/** Checks a new ServiceCIDR. */
export function validateServiceCIDR({ metadata, spec }: ServiceCIDR): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  return [...validateObjectMeta(metadata, rules, fieldPath('metadata')), ...specErrors(spec ?? {})]
}

function specErrors(spec: ServiceCIDRSpec): FieldError[] {
  const given = textsOf(spec.cidrs)
  if (given.length === 0) return [required(cidrs(), 'at least one CIDR required')]
  if (given.length > 2) {
    return [invalidInternal(cidrs(), { type: serviceCIDRSpecDescriptor, value: spec }, 'may only hold up to 2 values')]
  }
  const errors = given.flatMap((cidr, i) => isValidCIDR(cidrs().index(i), cidr))
  const [first, second] = given.map(familyOf)
  if (given.length < 2 || first !== second || first === undefined) return errors
  const detail = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'
  return [...errors, invalid(cidrs(), given, detail)]
}

function familyOf(text: string): 'IPv4' | 'IPv6' | undefined {
  const cidr = parseCIDRSloppy(text)
  if (cidr === undefined) return undefined
  return isIPv4Bytes(networkBytes(cidr)) ? 'IPv4' : 'IPv6'
}

/** Checks a changed ServiceCIDR: a second network may be added, nothing else. */
export function validateServiceCIDRUpdate(serviceCIDR: ServiceCIDR, old: ServiceCIDR): readonly FieldError[] {
  const [now, before] = [textsOf(serviceCIDR.spec?.cidrs), textsOf(old.spec?.cidrs)]
  const changed = (i: number) =>
    now[i] === before[i] ? [] : [invalid(cidrs().index(i), now[i], fieldImmutableErrorMsg)]
  const errors = validateObjectMetaUpdate(serviceCIDR.metadata, old.metadata, fieldPath('metadata'))
  if (now.length === before.length) return [...errors, ...before.flatMap((_, i) => changed(i))]
  if (before.length === 1 && now.length === 2) {
    return [...errors, ...changed(0), ...specErrors(serviceCIDR.spec ?? {})]
  }
  return [
    ...errors,
    invalid(cidrs(), now.length === 0 ? (serviceCIDR.spec?.cidrs ?? null) : now, fieldImmutableErrorMsg),
  ]
}

/** Checks a changed status of a ServiceCIDR. */
export function validateServiceCIDRStatusUpdate(serviceCIDR: ServiceCIDR, old: ServiceCIDR): readonly FieldError[] {
  return validateObjectMetaUpdate(serviceCIDR.metadata, old.metadata, fieldPath('metadata'))
}
