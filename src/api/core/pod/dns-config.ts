import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { validateDNS1123Subdomain, validateDNS1123SubdomainWithUnderscore } from '../../validation/field-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import type { HostAlias, PodDNSConfig, PodSpec } from '../v1/types.gen.js'
import type { PodCheck } from './pod-check.js'

/** The limits of the C library of Linux. */
const maxNameservers = 3
const maxSearchPaths = 32
const maxSearchListLength = 2048

const policies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']

/** Checks where a pod gets its DNS settings from. */
export function validateDNSPolicy(policy: string, path: FieldPath): FieldError[] {
  return requiredEnumErrors(policy, policies, path)
}

/** Checks the DNS settings of a pod. */
export function validateDNSConfig(spec: PodSpec, path: FieldPath, check: PodCheck): void {
  const { dnsConfig } = spec
  const nameservers = textsOf(dnsConfig?.nameservers)
  if (spec.dnsPolicy === 'None' && nameservers.length === 0) {
    const missing = isSet(dnsConfig)
      ? required(path.child('nameservers'), 'must provide at least one DNS nameserver when `dnsPolicy` is None')
      : required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')
    check.errors.push(missing)
    return
  }
  if (!isSet(dnsConfig)) return
  validateNameservers(nameservers, path.child('nameservers'), check)
  check.errors.push(...searchErrors(dnsConfig, path.child('searches')))
  for (const [i, option] of structsOf(dnsConfig.options).entries()) {
    if ((option.name ?? '') === '') check.errors.push(required(path.child('options').index(i), 'must not be empty'))
  }
}

function validateNameservers(nameservers: readonly string[], path: FieldPath, { errors, options }: PodCheck): void {
  if (nameservers.length > maxNameservers) {
    errors.push(invalid(path, nameservers, `must not have more than ${maxNameservers} nameservers`))
  }
  for (const [i, address] of nameservers.entries()) {
    errors.push(...isValidIPForLegacyField(path.index(i), address, { strict: options.strictIPs }))
  }
}

function searchErrors(config: PodDNSConfig, path: FieldPath): FieldError[] {
  const searches = textsOf(config.searches)
  const errors: FieldError[] = []
  if (searches.length > maxSearchPaths) {
    errors.push(invalid(path, searches, `must not have more than ${maxSearchPaths} search paths`))
  }
  if (utf8Length(searches.join(' ')) > maxSearchListLength) {
    const detail = `must not have more than ${maxSearchListLength} characters (including spaces) in the search list`
    errors.push(invalid(path, searches, detail))
  }
  for (const [i, search] of searches.entries()) {
    if (search === '.') continue
    const domain = search.endsWith('.') ? search.slice(0, -1) : search
    errors.push(...validateDNS1123SubdomainWithUnderscore(domain, path.index(i)))
  }
  return errors
}

/** Checks names for addresses that a pod gets beside DNS. */
export function validateHostAliases(
  aliases: readonly HostAlias[],
  path: FieldPath,
  { errors, options }: PodCheck,
): void {
  for (const [i, given] of aliases.entries()) {
    const ip = given.ip ?? ''
    const { hostnames } = given
    errors.push(...isValidIPForLegacyField(path.index(i).child('ip'), ip, { strict: options.strictIPs }))
    for (const [j, name] of textsOf(hostnames).entries()) {
      errors.push(...validateDNS1123Subdomain(name, path.index(i).child('hostnames').index(j)))
    }
  }
}
