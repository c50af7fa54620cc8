import type { SchemaFacets } from '../descriptor/types.js'
import { compilePattern } from '../openapi/regular-expression.js'
import { enumError } from '../openapi/validate/enum-texts.js'
import { enumHolds, hasDuplicates } from '../openapi/validate/value-rules.js'
import { duplicate, type FieldError, invalid } from '../validation/field-error.js'
import { type FieldRule, rule, type Subject } from './field-rule.js'

/** The rules of facets without a validation tag, with the messages of schema validation. */
export function schemaRules(facets: SchemaFacets | undefined): FieldRule[] {
  if (facets === undefined) return []
  const { pattern, multipleOf, uniqueItems, enum: allowed } = facets
  const rules: FieldRule[] = []
  if (pattern !== undefined) rules.push(patternRule(pattern))
  if (multipleOf !== undefined) rules.push(rule((subject) => notMultiple(subject, multipleOf)))
  if (uniqueItems) rules.push(rule(duplicates))
  if (allowed !== undefined) rules.push(rule((subject) => notAllowed(subject, allowed)))
  return [...rules, ...boundRules(facets)]
}

/** A rule that applies only to present values: a schema does not constrain absent ones. */
export function whenPresent({ shortCircuit, check }: FieldRule): FieldRule {
  return {
    shortCircuit,
    check: (subject) => (subject.value === undefined || subject.value === null ? { errors: [] } : check(subject)),
  }
}

function patternRule(pattern: string): FieldRule {
  return rule(({ path, value }) => {
    if (typeof value !== 'string') return []
    const compiled = compilePattern(pattern)
    if (!(compiled instanceof Error) && compiled.test(value)) return []
    return [invalid(path, value, `${path} in body should match '${pattern}'`).withOrigin('pattern')]
  })
}

function notMultiple({ path, value }: Subject, factor: number): FieldError[] {
  if (typeof value !== 'number' || factor <= 0 || Number.isInteger(value / factor)) return []
  return [invalid(path, value, `${path} in body should be a multiple of ${factor}`).withOrigin('multipleOf')]
}

function duplicates({ path, value }: Subject): FieldError[] {
  return Array.isArray(value) && hasDuplicates(value) ? [duplicate(path, value).withOrigin('uniqueItems')] : []
}

function notAllowed({ path, value }: Subject, allowed: NonNullable<SchemaFacets['enum']>): FieldError[] {
  if (value === undefined || enumHolds(allowed, value)) return []
  return [enumError(path, value, allowed).withOrigin('enum')]
}

function boundRules({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaFacets): FieldRule[] {
  const rules: FieldRule[] = []
  if (exclusiveMinimum && minimum !== undefined) rules.push(boundRule(minimum, 'greater'))
  if (exclusiveMaximum && maximum !== undefined) rules.push(boundRule(maximum, 'less'))
  return rules
}

function boundRule(bound: number, side: 'greater' | 'less'): FieldRule {
  return rule(({ path, value }) =>
    (typeof value === 'number' || typeof value === 'bigint') && Number(value) === bound
      ? [invalid(path, value, `${path} in body should be ${side} than ${bound}`)]
      : [],
  )
}
