import { quote } from '../../internal/quote.js'
import type { JSONValue } from '../../json/json-value.js'
import { duplicate, type FieldError, forbidden, invalid, omitValue, required } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import type { ValidationRule } from '../json-schema-props.js'
import type { Structural } from '../structural/structural.js'
import type { CELEnvironment, Program } from './cel-environment.js'
import type { CELType } from './cel-types.js'
import { ruleFieldPath } from './rule-field-path.js'

/** A rule, ready to run. */
export interface CompiledRule {
  readonly rule: ValidationRule
  readonly program: Program | undefined
  /** Why there is no program. Neither is there for a rule without text. */
  readonly error: string | undefined
  readonly message: Program | undefined
  readonly fieldPath: FieldPath | undefined
}

/** Compiles one rule for values of a type. */
export function compileRule(rule: ValidationRule, schema: Structural, context: RuleContext): CompiledRule {
  const fieldPath = rule.fieldPath ? ruleFieldPath(rule.fieldPath, schema) : undefined
  const nothing = { rule, program: undefined, message: undefined, error: undefined, fieldPath }
  if (rule.rule.trim() === '') return nothing
  const optionalOldSelf = rule.optionalOldSelf === true
  try {
    const program = context.env.compile(rule.rule, context.self, { optionalOldSelf, result: 'bool' })
    return { ...nothing, program, message: messageOf(rule, context, optionalOldSelf) }
  } catch (error) {
    return { ...nothing, error: (error as Error).message }
  }
}

/** What rules are compiled with. */
export interface RuleContext {
  readonly env: CELEnvironment
  readonly self: CELType
}

/** A message expression that does not compile is as if it were not there: the rule itself must work. */
function messageOf(rule: ValidationRule, { env, self }: RuleContext, optionalOldSelf: boolean): Program | undefined {
  if (!rule.messageExpression) return undefined
  try {
    return env.compile(rule.messageExpression, self, { optionalOldSelf, result: 'string' })
  } catch {
    return undefined
  }
}

/** What messages say of a rule. */
export function ruleText(rule: ValidationRule): string {
  return (rule.message || rule.rule).trim()
}

/** The message of a failed rule that has no message expression. */
export function ruleMessage(rule: ValidationRule): string {
  return rule.message ? rule.message.trim() : `failed rule: ${ruleText(rule)}`
}

/** Longest text a message expression may give, in bytes as Go counts them. */
const maxMessageLength = 5 * 1024

/** The text of a message expression, if it is one that can be shown. */
export function shownMessage(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.includes('\n') || new TextEncoder().encode(text).length > maxMessageLength) return undefined
  return text
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

interface Failure {
  readonly detail: string
  readonly value: JSONValue
  readonly type: string
}

/** Why no further rules run after a message expression. */
export function messageLimitText(rule: ValidationRule): string {
  return `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${quote(rule.messageExpression ?? '')}`
}
