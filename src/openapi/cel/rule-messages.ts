import { quote } from '../../internal/quote.js'
import { utf8Length } from '../../internal/utf8-length.js'
import type { JSONValue } from '../../json/json-value.js'
import { duplicate, type FieldError, forbidden, invalid, omitValue, required } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import type { ValidationRule } from '../json-schema-props.js'
import type { Value } from './values/value.js'

/** The text of a rule in messages. */
export function ruleText(rule: ValidationRule): string {
  return (rule.message || rule.rule).trim()
}

/** The message of a failed rule that has no message expression. */
export function ruleMessage(rule: ValidationRule): string {
  return rule.message ? rule.message.trim() : `failed rule: ${ruleText(rule)}`
}

/** Longest result of a message expression, in bytes. */
const maxMessageLength = 5 * 1024

/** The text of a message expression, if it is one that can be shown. */
export function shownMessage(value: Value | undefined): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.includes('\n') || utf8Length(text) > maxMessageLength ? undefined : text
}

interface Failure {
  readonly detail: string
  readonly value: JSONValue
  readonly type: string
}

/** The error of a failed rule. Objects and lists are too large to be shown. */
export function failureOf(rule: ValidationRule, path: FieldPath, { detail, value, type }: Failure): FieldError {
  const shown = type === 'object' || type === 'array' ? omitValue : value
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail)
    case 'FieldValueRequired':
      return required(path, detail)
    case 'FieldValueDuplicate':
      return duplicate(path, shown)
    default:
      return invalid(path, shown, detail)
  }
}

/** Why no further rules run when all have cost too much together. */
export const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run'

/** The same, where a message expression was the last. */
export const messageOutOfBudget =
  'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run'

/** Why no further rules run after a message expression. */
export function messageLimitText(rule: ValidationRule): string {
  const reason = 'no further validation rules will be run due to call cost exceeds limit for messageExpression'
  return `${reason}: ${quote(rule.messageExpression ?? '')}`
}

/** The message for a rule that could not be evaluated. */
export function evaluationProblem(error: string, rule: ValidationRule): string {
  if (error.startsWith('no such overload')) {
    const reason = 'call arguments did not match a supported operator, function or macro signature for rule'
    return `'${error}': ${reason}: ${ruleText(rule)}`
  }
  if (error.startsWith('operation cancelled: actual cost limit exceeded')) {
    const reason = 'no further validation rules will be run due to call cost exceeds limit for rule'
    return `'${error}': ${reason}: ${ruleText(rule)}`
  }
  return `${error} evaluating rule: ${ruleText(rule)}`
}
