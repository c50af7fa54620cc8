import type { FieldPath } from '../../../validation/field-path.js'
import type { ValidationRule } from '../../json-schema-props.js'
import type { Structural } from '../../structural/structural.js'
import { checkExpression } from '../check/check-expression.js'
import type { Declarations } from '../check/declarations.js'
import { instantiate } from '../compile-expression.js'
import { estimateCost } from '../cost/estimate.js'
import { CompiledProgram } from '../evaluate/compiled-program.js'
import { ruleFieldPath } from '../rule-field-path.js'
import { type Expr, someChild } from '../syntax/expression.js'
import { optionalType, type StaticType } from '../values/cel-static-type.js'
import { type ToValue, toValueOf } from '../values/typed-value.js'
import { sizeOfPathIn } from './size-of-path.js'

/** A rule, ready to run. */
export interface CompiledRule {
  readonly rule: ValidationRule
  /** Undefined where there is an error, and for a rule without text. */
  readonly program: CompiledProgram | undefined
  /** The reason why there is no program, in Go's wording. */
  readonly error: string | undefined
  readonly message: CompiledProgram | undefined
  readonly messageError: string | undefined
  readonly usesOldSelf: boolean
  readonly fieldPath: FieldPath | undefined
  /** The maximum cost of the rule and its message, if they compile. */
  readonly estimate: () => { readonly rule: number; readonly message: number }
}

/** The context in which the rules of one schema are compiled. */
export interface RuleContext {
  /** The functions that rules may call; fewer in new rules than in those that are stored. */
  readonly functions: Declarations
  /** Those of message expressions, if they differ. */
  readonly messageFunctions?: Declarations
  readonly schema: Structural
  readonly type: StaticType
  readonly toValue: ToValue
}

const nothing = {
  program: undefined,
  error: undefined,
  message: undefined,
  messageError: undefined,
  usesOldSelf: false,
  fieldPath: undefined,
  estimate: () => ({ rule: 0, message: 0 }),
}

/** Compiles one rule for values of a schema. */
export function compileRule(rule: ValidationRule, context: RuleContext): CompiledRule {
  if (rule.rule.trim() === '') return { rule, ...nothing }
  const made = compileOne(rule.rule, rule, context)
  if (made.error !== undefined) return { rule, ...nothing, error: `compilation failed: ${made.error}` }
  if (made.type !== 'bool') return { rule, ...nothing, error: 'cel expression must evaluate to a bool' }
  const { program, usesOldSelf } = made
  if (!(program instanceof CompiledProgram)) {
    return { rule, ...nothing, usesOldSelf, error: `program instantiation failed: ${program.issues}` }
  }
  const { message, messageError, messageExpr } = compileMessage(rule, context)
  const fieldPath = rule.fieldPath ? ruleFieldPath(rule.fieldPath, context.schema) : undefined
  const { checked } = made
  return {
    rule,
    program,
    error: undefined,
    message,
    messageError,
    usesOldSelf,
    fieldPath,
    estimate: () => ({ rule: costOf(checked, context), message: messageExpr ? costOf(messageExpr, context) : 0 }),
  }
}

function costOf(expr: Expr, { type }: RuleContext): number {
  return estimateCost(expr, sizeOfPathIn(type)).max
}

interface Message {
  readonly message: CompiledProgram | undefined
  readonly messageError: string | undefined
  readonly messageExpr: Expr | undefined
}

function compileMessage(rule: ValidationRule, context: RuleContext): Message {
  const failed = (messageError: string) => ({ message: undefined, messageError, messageExpr: undefined })
  if (!rule.messageExpression) return { message: undefined, messageError: undefined, messageExpr: undefined }
  const { functions, messageFunctions = functions } = context
  const made = compileOne(rule.messageExpression, rule, { ...context, functions: messageFunctions })
  if (made.error !== undefined) return failed(`messageExpression compilation failed: ${made.error}`)
  if (made.type !== 'string') return failed('messageExpression must evaluate to a string')
  const { program } = made
  if (program instanceof CompiledProgram) {
    return { message: program, messageError: undefined, messageExpr: made.checked }
  }
  return failed(`messageExpression instantiation failed: ${program.issues}`)
}

type Compiled =
  | { readonly error: string }
  | {
      readonly error?: undefined
      readonly checked: Expr
      readonly type: string
      readonly usesOldSelf: boolean
      readonly program: CompiledProgram | { readonly issues: string }
    }

function compileOne(source: string, rule: ValidationRule, { type, toValue, functions }: RuleContext): Compiled {
  const optional = rule.optionalOldSelf === true
  const variables = new Map([
    ['self', type],
    ['oldSelf', optional ? optionalType(type) : type],
  ])
  const checked = checkExpression(source, { variables, functions })
  if (checked.error !== undefined) return { error: checked.error }
  const readers = new Map([
    ['self', toValue],
    ['oldSelf', optional ? toValueOf(optionalType(type)) : toValue],
  ])
  const program = instantiate(checked.expr, functions, readers)
  return {
    checked: checked.expr,
    type: checked.type.name,
    usesOldSelf: refersTo(checked.expr, 'oldSelf'),
    program:
      program instanceof CompiledProgram
        ? program
        : { issues: program.issues.replace(/^program instantiation failed: /, '') },
  }
}

function refersTo(expr: Expr, name: string): boolean {
  if ((expr.op === 'name' || expr.op === 'select') && expr.resolved === name) return true
  return someChild(expr, (part) => refersTo(part, name))
}
