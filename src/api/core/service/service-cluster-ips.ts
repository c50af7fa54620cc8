import { duplicate, type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { isIPv4Bytes, parseIPSloppy } from '../../../validation/ip-address.js'
import { isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { isSet } from '../../validation/go-values.js'
import type { Service } from '../v1/types.gen.js'
import type { LegacyAddressOptions } from './legacy-addresses.js'
import { clusterIPsOf, ipFamiliesOf, isHeadlessService, specOf } from './service-facts.js'

const families = ['IPv4', 'IPv6']
const familyPolicies = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

const clusterIPs = () => fieldPath('spec', 'clusterIPs')
const ipFamilies = () => fieldPath('spec', 'ipFamilies')
const ipFamilyPolicy = () => fieldPath('spec', 'ipFamilyPolicy')

/** Reports whether the text is an IPv6 address, an IPv4-mapped one not counted. */
export function isIPv6Text(text: string): boolean {
  const address = parseIPSloppy(text)
  return address !== undefined && !isIPv4Bytes(address.bytes)
}

/** A list as Go shows it: an empty one is null. */
function shown(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list
}

/** Checks the addresses of a service, their families and the policy of these against each other. */
export function validateServiceClusterIPs(
  service: Service,
  old: Service | undefined,
  options: LegacyAddressOptions,
): FieldError[] {
  if (specOf(service).type === 'ExternalName') return []
  const errors = [...primaryErrors(service), ...familyErrors(service)]
  const addresses = clusterIPsOf(service)
  const addressErrors = errorsOfAddresses(addresses, old === undefined ? [] : clusterIPsOf(old), options)
  errors.push(...addressErrors)
  if (addresses.length > 2) errors.push(invalid(clusterIPs(), addresses, 'may only hold up to 2 values'))
  if (addressErrors.length > 0) return errors
  if (addresses.length > 1 && !(addresses.some(isIPv6Text) && addresses.some((ip) => !isIPv6Text(ip)))) {
    errors.push(invalid(clusterIPs(), addresses, 'may specify no more than one IP for each IP family'))
  }
  return isHeadlessService(service) ? errors : [...errors, ...mismatchErrors(addresses, ipFamiliesOf(service))]
}

function primaryErrors(service: Service): FieldError[] {
  const given = specOf(service)
  const clusterIP = given.clusterIP ?? ''
  const addresses = clusterIPsOf(service)
  if (!clusterIP) {
    return addresses.length === 0
      ? []
      : [invalid(clusterIPs(), addresses, 'must be empty when `clusterIP` is not specified')]
  }
  if (addresses.length === 0) return [required(clusterIPs(), '')]
  return addresses[0] === clusterIP ? [] : [invalid(clusterIPs(), addresses, 'first value must match `clusterIP`')]
}

function familyErrors(service: Service): FieldError[] {
  const { ipFamilyPolicy: policy } = specOf(service)
  const seen = new Set<string>()
  const errors = ipFamiliesOf(service).flatMap((family, i) => {
    const path = ipFamilies().index(i)
    const found: FieldError[] = []
    if (!families.includes(family)) found.push(notSupported(path, family, families).withJSONText())
    if (seen.has(family)) found.push(duplicate(path, family).withJSONText())
    seen.add(family)
    return found
  })
  if (isSet(policy) && !familyPolicies.includes(policy)) {
    errors.push(notSupported(ipFamilyPolicy(), policy, familyPolicies).withJSONText())
  }
  return errors
}

function errorsOfAddresses(
  addresses: readonly string[],
  old: readonly string[],
  { strict }: LegacyAddressOptions,
): FieldError[] {
  return addresses.flatMap((address, i) => {
    if (i > 0 || address !== 'None') {
      return isValidIPForLegacyField(clusterIPs().index(i), address, { strict, validOld: old })
    }
    return addresses.length > 1 ? [invalid(clusterIPs(), addresses, "'None' must be the first and only value")] : []
  })
}

function mismatchErrors(addresses: readonly string[], given: readonly string[]): FieldError[] {
  return addresses.slice(0, given.length).flatMap((address, i) => {
    const wanted = given[i]!
    if (!families.includes(wanted) || (wanted === 'IPv6') === isIPv6Text(address)) return []
    const detail = `expected an ${wanted} value as indicated by \`ipFamilies[${i}]\``
    return [invalid(clusterIPs().index(i), address, detail)]
  })
}

/** Checks that an update does not replace addresses, and releases the second only on purpose. */
export function validateClusterIPChange(service: Service, old: Service): FieldError[] {
  if (specOf(service).type === 'ExternalName' || specOf(old).type === 'ExternalName') return []
  if (isHeadlessService(service) && isHeadlessService(old)) return []
  const [now, before] = [clusterIPsOf(service), clusterIPsOf(old)]
  const changed = (i: number, detail: string) => invalid(clusterIPs().index(i), shown(now), detail)
  if (now.length === before.length) {
    return before.flatMap((address, i) => (address === now[i] ? [] : [changed(i, 'may not change once set')]))
  }
  const errors: FieldError[] = []
  if (now.length === 0) errors.push(changed(0, 'primary clusterIP can not be unset'))
  else if (before.length > 0 && now[0] !== before[0]) errors.push(changed(0, 'may not change once set'))
  if (before.length > now.length && now.length === 1) errors.push(...releaseErrors(service, 'secondary clusterIP'))
  return errors
}

function releaseErrors(service: Service, what: string): FieldError[] {
  const { ipFamilyPolicy: policy } = specOf(service)
  if (policy === 'SingleStack') return []
  const detail = `must be set to 'SingleStack' when releasing the ${what}`
  return [invalid(ipFamilyPolicy(), policy ?? null, detail).withJSONText()]
}

/** Checks that an update does not replace families, and releases the second only on purpose. */
export function validateIPFamilyChange(service: Service, old: Service): FieldError[] {
  if (specOf(service).type === 'ExternalName' || specOf(old).type === 'ExternalName') return []
  if (isHeadlessService(service) || isHeadlessService(old)) return []
  const [now, before] = [ipFamiliesOf(service), ipFamiliesOf(old)]
  const changed = (value: readonly string[], detail: string) => invalid(ipFamilies().index(0), shown(value), detail)
  if (now.length === before.length) {
    return before.flatMap((family, i) => (family === now[i] ? [] : [changed(now, 'may not change once set')]))
  }
  // Upstream shows the addresses here, and requires them.
  const addresses = clusterIPsOf(service)
  const errors: FieldError[] = []
  const released = before.length > now.length
  if (released && addresses.length === 0) errors.push(changed(now, 'primary ipFamily can not be unset'))
  if (now.length > 0 && before.length > 0 && now[0] !== before[0]) {
    errors.push(changed(addresses, 'may not change once set'))
  }
  if (released && now.length === 1) errors.push(...releaseErrors(service, 'secondary ipFamily'))
  return errors
}
