import { messageOf } from '../../../src/errors/message-of.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../../src/json/json-value.js'
import { CELValidator } from '../../../src/openapi/cel/cel-validator.js'
import { validateDefaults } from '../../../src/openapi/custom-resource/validate-defaults.js'
import { compilePattern } from '../../../src/openapi/regular-expression.js'
import { newStructural } from '../../../src/openapi/structural/new-structural.js'
import { validateStructural } from '../../../src/openapi/structural/validate-structural.js'

/** Why a cluster would not take a schema. */
export interface SchemaProblem {
  readonly code: 'crd-pattern' | 'crd-rule' | 'crd-default'
  readonly message: string
}

/**
 * Says what a cluster would refuse in a schema besides its structure: patterns that are not RE2, rules that do not compile, defaults
 * that the schema itself does not allow. Rules and defaults of a schema that is not structural are not looked at.
 */
export function schemaProblems(schema: JSONObject): SchemaProblem[] {
  const problems = patternProblems(schema)
  try {
    const structural = newStructural(schema)
    if (validateStructural(structural).length > 0) return problems
    const defaults = validateDefaults(structural).map(({ message }) => message)
    const rules = new CELValidator(structural).compilationErrors()
    return [
      ...problems,
      ...defaults.map((message) => ({ code: 'crd-default' as const, message })),
      ...rules.map((message) => ({ code: 'crd-rule' as const, message })),
    ]
  } catch {
    // Invalid schemas are reported where they are read.
    return problems
  }
}

function patternProblems(schema: JSONObject): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const pending: [JSONValue | undefined, string][] = [[schema, '']]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, path] = next
    if (!isJSONObject(value)) continue
    const { pattern } = value
    const compiled = typeof pattern === 'string' && pattern !== '' ? compilePattern(pattern) : undefined
    if (compiled instanceof Error) {
      const message = `${path === '' ? 'pattern' : `${path}.pattern`}: ${JSON.stringify(pattern)} is no pattern: ${messageOf(compiled)}`
      problems.push({ code: 'crd-pattern', message })
    }
    pending.push(...partsOf(value, path))
  }
  return problems
}

/** The schemas within a schema, the last one first. */
function partsOf(schema: JSONObject, path: string): [JSONValue | undefined, string][] {
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`)
  const properties = isJSONObject(schema.properties) ? Object.entries(schema.properties) : []
  const lists = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((name) => {
    const list = schema[name]
    return Array.isArray(list) ? list.map((each, i): [JSONValue, string] => [each, inside(`${name}[${i}]`)]) : []
  })
  const parts: [JSONValue | undefined, string][] = [
    ...properties.map(([name, each]): [JSONValue | undefined, string] => [each, inside(`properties[${name}]`)]),
    [schema.items, inside('items')],
    [schema.additionalProperties, inside('additionalProperties')],
    ...lists,
    [schema.not, inside('not')],
  ]
  return parts.reverse()
}
