import type { Quantity } from '../../resource/quantity.js'
import { isDNS1123Label, isDNS1123Subdomain, isDNS1123SubdomainWithUnderscore } from '../../validation/dns-names.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { isQualifiedName } from '../../validation/qualified-name.js'

interface Format {
  readonly value: string
  readonly path: FieldPath
  /** As the tag of declared validation for the format. */
  readonly origin: string
}

function fromRule(problems: readonly string[], { value, path, origin }: Format): FieldError[] {
  return problems.length === 0 ? [] : problems.map((problem) => invalid(path, value, problem).withOrigin(origin))
}

/** Checks a DNS label. */
export function validateDNS1123Label(value: string, path: FieldPath): FieldError[] {
  return fromRule(isDNS1123Label(value), { value, path, origin: 'format=k8s-short-name' })
}

/** Checks a DNS subdomain. */
export function validateDNS1123Subdomain(value: string, path: FieldPath): FieldError[] {
  return fromRule(isDNS1123Subdomain(value), { value, path, origin: 'format=k8s-long-name' })
}

/** Checks the name of an object as tags declare it: a DNS subdomain, its length in bytes. */
export function longNameErrors(path: FieldPath, value: string): FieldError[] {
  return fromRule(isDNS1123Subdomain(value, 'bytes'), { value, path, origin: 'format=k8s-long-name' })
}

/** Checks a DNS subdomain that may have underscores. */
export function validateDNS1123SubdomainWithUnderscore(value: string, path: FieldPath): FieldError[] {
  return fromRule(isDNS1123SubdomainWithUnderscore(value), {
    value,
    path,
    origin: 'format=k8s-dns-subdomain-with-underscore',
  })
}

/** Checks a label key. */
export function validateQualifiedName(value: string, path: FieldPath): FieldError[] {
  return fromRule(isQualifiedName(value), { value, path, origin: 'format=qualified-name' })
}

/** Finds a number that is not above zero. */
export function validatePositiveField(value: number | bigint, path: FieldPath): FieldError[] {
  return value > 0 ? [] : [invalid(path, value, 'must be greater than zero').withOrigin('minimum')]
}

/** Finds an amount below zero. */
export function validateNonnegativeQuantity(value: Quantity, path: FieldPath): FieldError[] {
  return value.sign() < 0 ? [invalid(path, value.toString(), 'must be greater than or equal to 0')] : []
}

/** Finds an amount that is not above zero. */
export function validatePositiveQuantity(value: Quantity, path: FieldPath): FieldError[] {
  return value.sign() > 0 ? [] : [invalid(path, value.toString(), 'must be greater than zero')]
}
