import { LRUCache } from '../../../../collections/lru-cache.js'
import { compileRule, type RuleContext } from '../../../../openapi/cel/schema/compile-rule.js'
import { schemaValue } from '../../../../openapi/cel/schema/schema-value.js'
import type { ValidationRule } from '../../../../openapi/json-schema-props.js'
import type { Structural } from '../../../../openapi/structural/structural.js'

/** What compiling a rule says of it. */
export interface RuleFacts {
  /** Why there is no program, in Go's wording. */
  readonly error: string | undefined
  readonly messageError: string | undefined
  /** It has a message expression that compiles. */
  readonly hasMessage: boolean
  readonly usesOldSelf: boolean
  /** The most that one run costs, by its estimate. */
  readonly cost: { readonly rule: number; readonly message: number }
}

/** The context of the rules of one schema. */
export interface RulesContext extends Pick<RuleContext, 'schema' | 'type'> {
  readonly isRoot: boolean
  readonly functionsOf: (rule: ValidationRule) => Pick<RuleContext, 'functions' | 'messageFunctions'>
}

/** Schemas of more parts are compiled each time: their text would be long. */
const mostParts = 256
/** Length of the texts that are remembered. */
const mostRemembered = 1_000_000

const known = /* @__PURE__ */ new LRUCache<string, readonly RuleFacts[]>({
  capacity: mostRemembered,
  weigh: (_, text) => text.length,
})

/**
 * Compiles the rules of a schema that have the functions of new rules. Projects have the same schemas with the same rules at many places
 * and in many definitions: what is learnt of small ones is remembered.
 */
export function factsOfNew(context: RulesContext): readonly RuleFacts[] {
  const text = rulesFingerprint(context)
  const found = text === undefined ? undefined : known.get(text)
  if (found !== undefined) return found
  const facts = factsOf(context)
  if (text !== undefined) known.set(text, facts)
  return facts
}

/** Compiles the rules of a schema. */
export function factsOf(context: RulesContext): readonly RuleFacts[] {
  const { schema, type, isRoot, functionsOf } = context
  const toValue = schemaValue(schema, isRoot)
  return schema.rules.map((rule) => {
    const compiled = compileRule(rule, { schema, type, toValue, ...functionsOf(rule) })
    const { error, messageError, message, usesOldSelf, estimate } = compiled
    return { error, messageError, hasMessage: message !== undefined, usesOldSelf, cost: estimate() }
  })
}

/** All that the rules of a schema depend on; undefined for large ones, and for numbers that JSON does not hold. */
function rulesFingerprint({ schema, isRoot }: RulesContext): string | undefined {
  if (partsLeft(schema, mostParts) < 0) return undefined
  try {
    return JSON.stringify([isRoot, schema.schema])
  } catch {
    return undefined
  }
}

/** What is left of a number of parts without those of a schema; negative if there are more. */
function partsLeft({ items, additionalProperties, properties }: Structural, most: number): number {
  let left = most - 1
  if (items !== undefined) left = partsLeft(items, left)
  if (additionalProperties?.schema !== undefined) left = partsLeft(additionalProperties.schema, left)
  for (const property of properties.values()) {
    if (left < 0) return left
    left = partsLeft(property, left)
  }
  return left
}
