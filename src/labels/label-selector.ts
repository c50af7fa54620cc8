import { MachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import { quote } from '../internal/quote.js'
import type { LabelSet } from './label-set.js'
import type { Operator } from './operator.js'
import { parseToRequirements } from './parser.js'
import { newRequirement, type Requirement } from './requirement.js'
import { everything, newSelector, nothing, type Selector } from './selector.js'

/** The operators of the API type, by the operators of selectors that they mean. */
const operators: ReadonlyMap<string, Operator> = /* @__PURE__ */ new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
])

/** One expression of a {@link LabelSelector}. Same JSON as `LabelSelectorRequirement` of meta/v1. */
export interface LabelSelectorRequirement {
  key: string
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {})
  values?: string[] | undefined
}

/** A label selector in an object; all its parts must be met. Same JSON as `LabelSelector` of meta/v1. */
export interface LabelSelector {
  matchLabels?: Record<string, string> | undefined
  matchExpressions?: LabelSelectorRequirement[] | undefined
}

/**
 * The selector that a `LabelSelector` means: an absent one matches nothing, an empty one everything.
 *
 * @throws {MachineryError} `InvalidLabelSelector` for an unknown operator.
 * @throws {Aggregate} of field errors for an invalid key or values.
 */
export function labelSelectorAsSelector(labelSelector: LabelSelector | null | undefined): Selector {
  if (labelSelector === undefined || labelSelector === null) return nothing()
  const equal = labelsOf(labelSelector).map(([key, value]) => newRequirement(key, '=', [value]))
  const requirements = [...equal, ...(labelSelector.matchExpressions ?? []).map(requirementOf)]
  return requirements.length === 0 ? everything() : newSelector(...requirements)
}

/**
 * The labels that a `LabelSelector` requires, if it consists only of labels with one value each.
 *
 * @returns `undefined` for an absent selector.
 * @throws {MachineryError} `InvalidLabelSelector` for an expression that cannot be written as labels.
 */
export function labelSelectorAsMap(
  labelSelector: LabelSelector | null | undefined,
): Record<string, string> | undefined {
  if (labelSelector === undefined || labelSelector === null) return undefined
  const expressions = (labelSelector.matchExpressions ?? []).map(labelOf)
  return Object.fromEntries([...labelsOf(labelSelector), ...expressions])
}

/**
 * Reads the text of a label selector into the API type. `=` and `==` go to `matchLabels`.
 *
 * @throws {MachineryError} `InvalidLabelSelector` when the text is not valid or has an operator that the type lacks.
 */
export function parseToLabelSelector(selector: string): LabelSelector {
  const labels: [string, string][] = []
  const matchExpressions: LabelSelectorRequirement[] = []
  for (const requirement of readRequirements(selector)) {
    const { key, operator, values } = requirement
    if (operator === '=' || operator === '==') labels.push([key, values[0] ?? ''])
    else matchExpressions.push(expressionOf(requirement))
  }
  return {
    ...(labels.length > 0 && { matchLabels: Object.fromEntries(labels) }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  }
}

/** A `LabelSelector` that requires the labels of `set`; `undefined` for an absent set. */
export function setAsLabelSelector(set: LabelSet | undefined): LabelSelector | undefined {
  return set === undefined ? undefined : { matchLabels: { ...set } }
}

/** The text of a `LabelSelector`: `<none>` when it has no requirements, `<error>` when it is not valid. */
export function formatLabelSelector(labelSelector: LabelSelector | null | undefined): string {
  try {
    return labelSelectorAsSelector(labelSelector).toString() || '<none>'
  } catch {
    return '<error>'
  }
}

function labelsOf({ matchLabels }: LabelSelector): [key: string, value: string][] {
  return Object.entries(matchLabels ?? {}).map(([key, value]) => [key, selectorValueText(value)])
}

/** Objects read faithfully may hold null, which is the empty text in Go. */
function selectorValueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  throw failure(`values of label selectors are strings, this is of type ${typeof value}`)
}

/** An expression with all its parts; null is the empty one in Go. */
function partsOf(
  expression: LabelSelectorRequirement | null,
): Required<LabelSelectorRequirement> & { values: string[] } {
  const { key, operator, values } = expression ?? {}
  return {
    key: selectorValueText(key),
    operator: selectorValueText(operator),
    values: (values ?? []).map(selectorValueText),
  }
}

function requirementOf(expression: LabelSelectorRequirement): Requirement {
  const { key, operator, values } = partsOf(expression)
  const meaning = operators.get(operator)
  if (meaning === undefined) throw failure(`${quote(operator)} is not a valid label selector operator`)
  // Messages print an empty list as null here, since Go copies it into one that was never made.
  return newRequirement(key, meaning, values.length > 0 ? values : undefined)
}

function labelOf(expression: LabelSelectorRequirement): readonly [key: string, value: string] {
  const { key, operator, values } = partsOf(expression)
  const [only] = values
  if (!operators.has(operator)) throw failure(`${quote(operator)} is not a valid selector operator`)
  if (operator === 'In' && only !== undefined && values.length === 1) return [key, only]
  const single = operator === 'In' ? ' without a single value' : ''
  throw failure(`operator ${quote(operator)}${single} cannot be converted into the old label selector format`)
}

function readRequirements(selector: string): Requirement[] {
  try {
    return parseToRequirements(selector)
  } catch (cause) {
    const position = cause instanceof MachineryError ? cause.position : undefined
    const message = `couldn't parse the selector string "${selector}": ${messageOf(cause)}`
    throw new MachineryError('InvalidLabelSelector', message, { position, cause })
  }
}

function expressionOf({ key, operator, values }: Requirement): LabelSelectorRequirement {
  for (const [name, meaning] of operators) {
    if (meaning === operator) return { key, operator: name, ...(values.length > 0 && { values: [...values] }) }
  }
  const problem = operator === 'gt' || operator === 'lt' ? "isn't supported in label selectors" : notValid
  throw failure(`${quote(operator)} ${problem}`)
}

const notValid = 'is not a valid label selector operator'

function failure(message: string): MachineryError {
  return new MachineryError('InvalidLabelSelector', message)
}
