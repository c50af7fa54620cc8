import { describe, expect, test } from 'vitest'
import { checkExpression } from '../../src/openapi/cel/check/check-expression.js'
import { kubernetesDeclarations } from '../../src/openapi/cel/check/declarations.js'
import { instantiate } from '../../src/openapi/cel/compile-expression.js'
import { estimateCost } from '../../src/openapi/cel/cost/estimate.js'
import { CompiledProgram } from '../../src/openapi/cel/evaluate/compiled-program.js'
import { schemaType } from '../../src/openapi/cel/schema/schema-type.js'
import { schemaValue } from '../../src/openapi/cel/schema/schema-value.js'
import { sizeOfPathIn } from '../../src/openapi/cel/schema/size-of-path.js'
import { dynType, type StaticType } from '../../src/openapi/cel/values/cel-static-type.js'
import { dynamicValue } from '../../src/openapi/cel/values/typed-value.js'
import type { Value } from '../../src/openapi/cel/values/value.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { goldenLines } from '../golden-lines.js'
import { portions } from '../portions.js'
import { celObject, celSchema } from './subject.mjs'
import { text } from './value-text.js'

interface Golden {
  readonly expression: string
  readonly issues?: string
  readonly type?: string
  readonly value?: string
  readonly error?: string
  readonly cost: number
  readonly estimate?: readonly [number, number]
}

const schema = newStructural(celSchema as JSONSchemaProps)
const self = schemaType(schema, false) as StaticType
const toSelf = schemaValue(schema, false)
const scope = {
  variables: new Map([
    ['self', self],
    ['object', dynType],
  ]),
  functions: kubernetesDeclarations,
}
const readers = new Map([
  ['self', toSelf],
  ['object', dynamicValue],
])
const sizeInSelf = sizeOfPathIn(self)
const sizes = (path: readonly string[]) => (path[0] === 'object' ? undefined : sizeInSelf(path))

const judged = new Map<string, Partial<Golden>>()

function judge(expression: string): Partial<Golden> {
  const known = judged.get(expression) ?? judgeAnew(expression)
  judged.set(expression, known)
  return known
}

function judgeAnew(expression: string): Partial<Golden> {
  const checked = checkExpression(expression, scope)
  if (checked.error !== undefined) return { issues: `compilation failed: ${checked.error}`, cost: 0 }
  const program = instantiate(checked.expr, kubernetesDeclarations, readers)
  if (!(program instanceof CompiledProgram)) return { issues: program.issues, cost: 0 }
  const { min, max } = estimateCost(checked.expr, sizes)
  const { value, error, cost } = program.evaluate({ self: celObject, object: celObject })
  return { cost, estimate: [min, max], ...(error === undefined ? { value: text(value as Value) } : { error }) }
}

/** Numbers beyond 2^53 are as near as floats get. */
function rounded(estimate: readonly number[] | undefined): readonly number[] | undefined {
  return estimate?.map((each) => (Number.isSafeInteger(each) ? each : Number(each.toPrecision(12))))
}

/** What parsers say after their first error, and where, is left out. */
function firstLine(issues: string | undefined): string | undefined {
  return issues?.includes('Syntax error') ? 'Syntax error' : issues
}

const parts = ['issues', 'value', 'error', 'cost', 'estimate'] as const

function shown(each: Partial<Golden>, part: (typeof parts)[number], readsOn: boolean): unknown {
  if (part === 'estimate') return rounded(each.estimate)
  return part === 'issues' && !readsOn ? firstLine(each.issues) : each[part]
}

/** Expressions of which a part is judged differently. */
function differences(goldens: readonly Golden[], part: (typeof parts)[number], readsOn: boolean): string[] {
  return goldens.flatMap((golden) => {
    const [wanted, found] = [golden, judge(golden.expression)].map((each) => JSON.stringify(shown(each, part, readsOn)))
    return wanted === found ? [] : [`${part} of ${golden.expression}\n  expected ${wanted}\n  given    ${found}`]
  })
}

describe('expressions, as Kubernetes judges them', () => {
  const goldens = goldenLines<Golden>('cel/expressions.jsonl.gz')

  test('there are thousands', () => expect(goldens.length).toBeGreaterThan(3000))

  test.each(portions(goldens, 100).map((some, i) => [i, some] as const))('portion %i', (_, some) => {
    const found = parts.flatMap((part) => differences(some, part, false))
    expect(found.slice(0, Number(process.env.CEL_SHOW ?? 20)), `${found.length} differences`).toEqual([])
  })
})

describe('offsets of times, URLs, names after dots, and depth, as in Kubernetes', () => {
  const goldens = goldenLines<Golden>('cel/corner-cases.jsonl.gz')

  test.each(portions(goldens, 100).map((some, i) => [i, some] as const))('portion %i', (_, some) =>
    expect(parts.flatMap((part) => differences(some, part, true))).toEqual([]),
  )
})
