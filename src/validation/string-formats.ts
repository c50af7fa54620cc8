import { quote } from '../internal/quote.js'
import { utf8Length } from '../internal/utf8-length.js'
import { isDNS1123Label, isDNS1123Subdomain, isDNS1123SubdomainCaseless } from './dns-names.js'
import { prefixDetail, withOrigin } from './error-list.js'
import { type FieldError, invalid, tooLong } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { isCIdentifier, isPathSegmentName } from './format-rules.js'
import { isValidLabelValue } from './label-value.js'
import { isPrefixedQualifiedName, isQualifiedName } from './qualified-name.js'

/** Checks text against one of the formats that declarative rules name (`+k8s:format`). */
export type StringFormat = (path: FieldPath, value: string) => FieldError[]

/** Most bytes of a device's name. */
const deviceNameMaxLength = 32
const quotaPrefix = 'requests.'
const reservedPrefix = 'kubernetes.io/'

/** A format that one list of messages decides. */
function fromRule(name: string, rule: (value: string) => string[]): StringFormat {
  return (path, value) => rule(value).map((problem) => invalid(path, value, problem).withOrigin(`format=${name}`))
}

/** Every format by its name. */
export const stringFormats: ReadonlyMap<string, StringFormat> = /* @__PURE__ */ new Map<string, StringFormat>([
  ['k8s-short-name', /* @__PURE__ */ fromRule('k8s-short-name', (value) => isDNS1123Label(value, 'bytes'))],
  ['k8s-long-name', /* @__PURE__ */ fromRule('k8s-long-name', longNameProblems)],
  ['k8s-long-name-caseless', /* @__PURE__ */ fromRule('k8s-long-name-caseless', isDNS1123SubdomainCaseless)],
  ['k8s-label-key', /* @__PURE__ */ fromRule('k8s-label-key', isQualifiedName)],
  ['k8s-prefixed-label-key', /* @__PURE__ */ fromRule('k8s-prefixed-label-key', isPrefixedQualifiedName)],
  ['k8s-label-value', /* @__PURE__ */ fromRule('k8s-label-value', isValidLabelValue)],
  ['k8s-path-segment-name', /* @__PURE__ */ fromRule('k8s-path-segment-name', isPathSegmentName)],
  ['k8s-uuid', /* @__PURE__ */ fromRule('k8s-uuid', uuidProblems)],
  ['k8s-resource-pool-name', resourcePoolName],
  ['k8s-extended-resource-name', extendedResourceName],
  ['k8s-resource-fully-qualified-name', resourceFullyQualifiedName],
])

function uuidProblems(value: string): string[] {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)) return []
  return ['must be a lowercase UUID in 8-4-4-4-12 format']
}

/** DNS subdomains with slashes between, 253 bytes in all. */
function resourcePoolName(path: FieldPath, value: string): FieldError[] {
  const errors = utf8Length(value) > 253 ? [tooLong(path, 253)] : []
  for (const [i, part] of value.split('/').entries()) {
    if (part === '') errors.push(invalid(path, value, `segment ${i}: must not be empty`))
    else errors.push(...prefixDetail(longName(path, part), `segment ${i}: `))
  }
  return withOrigin(errors, 'format=k8s-resource-pool-name')
}

function longNameProblems(value: string): string[] {
  return isDNS1123Subdomain(value, 'bytes')
}

function longName(path: FieldPath, value: string): FieldError[] {
  return longNameProblems(value).map((problem) => invalid(path, value, problem))
}

/** A prefixed name outside `kubernetes.io` that is still a label key when quota prefixes it with `requests.`. */
function extendedResourceName(path: FieldPath, value: string): FieldError[] {
  const problems: string[] = []
  if (!value.includes('/')) problems.push("a name must be a domain-prefixed path, such as 'example.com/my-prop'")
  else if (value.includes(reservedPrefix)) problems.push(`must not have ${quote(reservedPrefix)} domain`)
  if (value.startsWith(quotaPrefix)) problems.push(`must not have ${quote(quotaPrefix)} prefix`)
  problems.push(...isQualifiedName(quotaPrefix + value))
  const errors = problems.map((problem) => invalid(path, value, problem))
  return withOrigin(errors, 'format=k8s-extended-resource-name')
}

/** A DNS subdomain, a slash and an identifier of C. */
function resourceFullyQualifiedName(path: FieldPath, value: string): FieldError[] {
  const errors = qualifiedResource(path, value)
  if (!value.includes('/')) {
    errors.push(invalid(path, value, 'a fully qualified name must be a domain and a name separated by a slash'))
  }
  return withOrigin(errors, 'format=k8s-resource-fully-qualified-name')
}

function qualifiedResource(path: FieldPath, value: string): FieldError[] {
  const [first = '', second, third] = value.split('/', 3)
  // Go leaves names of more than two parts unchecked.
  if (third !== undefined) return []
  if (second === undefined) return identifier(path, first)
  const errors: FieldError[] = []
  if (first === '') errors.push(invalid(path, '', 'prefix must not be empty'))
  else {
    if (utf8Length(first) > 63) errors.push(tooLong(path, 63))
    errors.push(...prefixDetail(longName(path, first), 'prefix: '))
  }
  if (second === '') errors.push(invalid(path, '', 'name must not be empty'))
  else errors.push(...identifier(path, second))
  return errors
}

function identifier(path: FieldPath, value: string): FieldError[] {
  const errors = utf8Length(value) > deviceNameMaxLength ? [tooLong(path, deviceNameMaxLength)] : []
  return [...errors, ...isCIdentifier(value).map((problem) => invalid(path, value, problem))]
}
