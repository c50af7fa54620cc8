import { isDNS1123Label, isDNS1123Subdomain } from './dns-names.js'
import { type FieldError, invalid, required } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { regexError } from './messages.js'
import { isQualifiedName } from './qualified-name.js'

/** Checks a DNS name of at least three segments. New code uses {@link isFullyQualifiedDomainName}. */
export function isFullyQualifiedName(path: FieldPath, name: string): FieldError[] {
  if (name === '') return [required(path, '')]
  const problems = isDNS1123Subdomain(name)
  if (problems.length > 0) return [invalid(path, name, problems.join(','))]
  if (name.split('.').length >= 3) return []
  return [invalid(path, name, 'should be a domain with at least three segments separated by dots')]
}

/** Checks a DNS name of at least two segments, each a DNS label; a dot at the end is accepted. */
export function isFullyQualifiedDomainName(path: FieldPath, domain: string): FieldError[] {
  if (domain === '') return [required(path, '')]
  const name = domain.endsWith('.') ? domain.slice(0, -1) : domain
  const problems = isDNS1123Subdomain(name)
  if (problems.length > 0) return [invalid(path, name, problems.join(','))]
  const labels = name.split('.')
  if (labels.length < 2) {
    return [invalid(path, name, 'should be a domain with at least two segments separated by dots')]
  }
  for (const label of labels) {
    const wrong = isDNS1123Label(label)
    if (wrong.length > 0) return [invalid(path, label, wrong.join(','))]
  }
  return []
}

/** Checks a DNS subdomain and an HTTP path (RFC 3986) with a slash between: `acme.io/foo`. */
export function isDomainPrefixedPath(path: FieldPath, value: string): FieldError[] {
  if (value === '') return [required(path, '')]
  const slash = value.indexOf('/')
  if (slash <= 0 || slash === value.length - 1) {
    return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  }
  const host = value.slice(0, slash)
  const rest = value.slice(slash + 1)
  const errors = isDNS1123Subdomain(host).map((problem) => invalid(path, host, problem))
  if (/[^A-Za-z0-9/\-._~%!$&'()*+,;=:]/.test(rest)) {
    errors.push(invalid(path, rest, regexError('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+")))
  }
  return errors
}

/** Checks a label key that has a prefix: `acme.io/foo`. */
export function isDomainPrefixedKey(path: FieldPath, key: string): FieldError[] {
  if (key === '') return [required(path, '')]
  const errors = isQualifiedName(key).map((problem) => invalid(path, key, problem))
  if (errors.length > 0 || key.includes('/')) return errors
  return [invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")')]
}
