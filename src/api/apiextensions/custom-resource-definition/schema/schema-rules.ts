import { isMachineryError } from '../../../../errors/machinery-error.js'
import {
  type Declarations,
  kubernetesDeclarations,
  storedDeclarations,
} from '../../../../openapi/cel/check/declarations.js'
import { product } from '../../../../openapi/cel/cost/size-range.js'
import { findField } from '../../../../openapi/cel/rule-field-path.js'
import { maxCardinality } from '../../../../openapi/cel/schema/schema-type.js'
import type { JSONSchemaProps, ValidationRule } from '../../../../openapi/json-schema-props.js'
import { newStructural } from '../../../../openapi/structural/new-structural.js'
import type { Structural } from '../../../../openapi/structural/structural.js'
import {
  type FieldError,
  forbidden,
  internalError,
  invalid,
  notSupported,
  required,
} from '../../../../validation/field-error.js'
import type { FieldPath } from '../../../../validation/field-path.js'
import { isSet } from '../../../validation/go-values.js'
import { invalidInternal } from '../../../validation/internal-text.js'
import { trimSpace } from '../../../validation/trim-space.js'
import { validationRuleDescriptor } from '../../v1beta1/descriptors.gen.js'
import type { DefinitionRequirements } from '../definition-requirements.js'
import { costText } from './cost-text.js'
import { factsOf, factsOfNew, type RuleFacts } from './rule-facts.js'
import type { SchemaContext } from './schema-context.js'

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']
/** Limit of the estimated cost of one rule, for all the values that it may run for. */
const ruleCostLimit = 10_000_000

/** Checks the texts of one rule, without compiling it. */
export function ruleTextErrors(
  rule: Partial<ValidationRule>,
  structure: () => Structural | undefined,
  path: FieldPath,
): FieldError[] {
  const text = rule.rule ?? ''
  const message = rule.message ?? ''
  const messageExpression = rule.messageExpression ?? ''
  const fieldPath = rule.fieldPath ?? ''
  const { reason } = rule
  const errors: FieldError[] = []
  const problem = messageProblem(text, message, path)
  if (problem !== undefined) errors.push(problem)
  if (messageExpression !== '' && trimSpace(messageExpression) === '') {
    errors.push(required(path.child('messageExpression'), 'messageExpression must be non-empty if specified'))
  }
  if (isSet(reason) && !reasons.includes(reason)) errors.push(notSupported(path.child('reason'), reason, reasons))
  const at = path.child('fieldPath')
  if (fieldPath === '') return errors
  if (trimSpace(fieldPath) === '') errors.push(invalid(at, fieldPath, 'must be non-empty if specified'))
  if (/[\n\r]/.test(fieldPath)) errors.push(invalid(at, fieldPath, 'must not contain line breaks'))
  if (!isExistingField(fieldPath, structure())) errors.push(invalid(at, fieldPath, 'must be a valid path'))
  return errors
}

function messageProblem(rule: string, message: string, path: FieldPath): FieldError | undefined {
  const [text, shown] = [trimSpace(rule), trimSpace(message)]
  const at = path.child('message')
  if (text === '') return required(path.child('rule'), 'rule is not specified')
  if (message !== '' && shown === '') return invalid(at, message, 'must be non-empty if specified')
  if (/[\n\r]/.test(shown)) return invalid(at, message, 'must not contain line breaks')
  if (!/[\n\r]/.test(text) || shown !== '') return undefined
  return required(at, 'message must be specified if rule contains line breaks')
}

function isExistingField(text: string, schema: Structural | undefined): boolean {
  return schema === undefined || findField(text, schema).error === undefined
}

/** The structure of a schema, computed on first use; undefined for one that is not structural. */
export function structureOf(schema: JSONSchemaProps): () => Structural | undefined {
  let made: { readonly structure: Structural | undefined } | undefined
  return () => {
    made ??= { structure: structural(schema) }
    return made.structure
  }
}

function structural(schema: JSONSchemaProps): Structural | undefined {
  try {
    return newStructural(schema)
  } catch (error) {
    if (isMachineryError(error)) return undefined
    throw error
  }
}

/** Settings for checking the rules of one schema. */
export interface RuleChecks {
  readonly context: SchemaContext
  /** The list or map around, whose parts have no counterpart in an old object. */
  readonly uncorrelatable: FieldPath | undefined
  /** Rules that may cost too much are let pass one by one: their schema has not changed. */
  readonly ignoreCost: boolean
  readonly requirements: DefinitionRequirements
}

/** Compiles the rules of one schema, and adds up what they cost by their estimates. */
export function ruleErrors(schema: JSONSchemaProps, path: FieldPath, checks: RuleChecks): FieldError[] {
  const types = checks.context.types()
  if (types === undefined) {
    const reason = 'unable to convert structural schema to CEL declarations'
    const text = `internal error: failed to construct type information for x-kubernetes-validations rules: ${reason}`
    return [internalError(path, new Error(text))]
  }
  const { requirements } = checks
  const context = { ...types, functionsOf: (rule: ValidationRule) => functionsFor(rule, requirements) }
  const isNew = requirements.storedRules.size + requirements.storedMessages.size === 0
  const facts = isNew ? factsOfNew(context) : factsOf(context)
  const cardinality = checks.context.cardinality() ?? maxCardinality(types.type)
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) =>
    factErrors(rule, path.index(i), { ...checks, cardinality, facts: facts[i]! }),
  )
}

/** Expressions that are stored already may use more functions than new ones. */
function functionsFor(
  { rule, messageExpression }: ValidationRule,
  { storedRules, storedMessages }: DefinitionRequirements,
): { readonly functions: Declarations; readonly messageFunctions: Declarations } {
  const of = (isStored: boolean) => (isStored ? storedDeclarations : kubernetesDeclarations)
  return { functions: of(storedRules.has(rule)), messageFunctions: of(storedMessages.has(messageExpression ?? '')) }
}

interface FactChecks extends RuleChecks {
  readonly cardinality: number
  readonly facts: RuleFacts
}

function factErrors(rule: ValidationRule, path: FieldPath, checks: FactChecks): FieldError[] {
  const { context, cardinality, ignoreCost, uncorrelatable } = checks
  const { error, messageError, hasMessage, usesOldSelf, cost: estimate } = checks.facts
  const [rulePath, messagePath] = [path.child('rule'), path.child('messageExpression')]
  const shown = { type: validationRuleDescriptor, value: rule }
  const errors: FieldError[] = []
  const cost = product(estimate.rule, cardinality)
  if (!ignoreCost) errors.push(...costErrors('estimated rule cost', cost, rulePath))
  context.total.observe(rulePath, cost)
  if (error !== undefined) errors.push(invalidInternal(rulePath, shown, error))
  if (messageError !== undefined) errors.push(invalidInternal(messagePath, shown, messageError))
  else if (hasMessage) {
    if (!ignoreCost) errors.push(...costErrors('estimated messageExpression cost', estimate.message, messagePath))
    context.total.observe(messagePath, estimate.message)
  }
  if (usesOldSelf && uncorrelatable !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
    errors.push(invalid(rulePath, rule.rule, detail))
  } else if (!usesOldSelf && isSet(rule.optionalOldSelf)) {
    const detail = 'may not be set if oldSelf is not used in rule'
    errors.push(invalid(path.child('optionalOldSelf'), rule.optionalOldSelf, detail))
  }
  return errors
}

function costErrors(what: string, cost: number, path: FieldPath): FieldError[] {
  return cost > ruleCostLimit ? [forbidden(path, costText(what, cost, ruleCostLimit))] : []
}
