import { describe, expect, it } from 'vitest'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { CELValidator } from '../../src/openapi/cel/cel-validator.js'
import { validateDefaults } from '../../src/openapi/custom-resource/validate-defaults.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { coerceObjectMeta } from '../../src/openapi/structural/coerce-object-meta.js'
import { applySchemaDefaults, copyJSON, pruneNonNullableNulls } from '../../src/openapi/structural/default-value.js'
import { validateListTypes } from '../../src/openapi/structural/list-types.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { prune } from '../../src/openapi/structural/prune.js'
import type { Structural } from '../../src/openapi/structural/structural.js'
import { validateEmbeddedMeta } from '../../src/openapi/structural/validate-object-meta.js'
import { validateStructural } from '../../src/openapi/structural/validate-structural.js'
import { SchemaValidator } from '../../src/openapi/validate/schema-validator.js'
import { stringFormat } from '../../src/openapi/validate/string-formats.js'
import type { FieldError } from '../../src/validation/field-error.js'
import { goldenLines } from '../golden-lines.js'
import { celObject, celSchema } from './golden-subjects.mjs'

interface Answer {
  readonly errors?: readonly string[]
  readonly unknown?: readonly string[] | null
  readonly out?: JSONValue
}

interface SchemaCase {
  readonly schema: JSONSchemaProps
  readonly error?: string
  readonly structural?: readonly string[]
  readonly defaults?: readonly string[]
  readonly objects?: readonly {
    readonly obj: JSONValue
    readonly old: JSONValue
    readonly answers: Readonly<Record<string, Answer>>
  }[]
}

/** Messages in Go's order: by UTF-8 bytes. */
const messages = (errors: readonly FieldError[]) =>
  errors.map(({ message }) => message).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))

/** Each operation on a copy, as an answer of Go's. */
const operations: Record<string, (value: JSONValue, schema: Structural, props: JSONSchemaProps) => Answer> = {
  validate: (value, _, props) => ({ errors: messages(new SchemaValidator(props).validate(value)) }),
  prune: (value, schema) => ({ unknown: prune(value, schema), out: value }),
  default: (value, schema) => {
    pruneNonNullableNulls(value, schema)
    applySchemaDefaults(value, schema)
    return { out: value }
  },
  lists: (value, schema) => ({
    errors: messages(Array.isArray(value) ? [] : validateListTypes(value, schema)),
  }),
  meta: (value, schema) => ({ errors: messages(validateEmbeddedMeta(value, schema, { isResourceRoot: true })) }),
  coerce: (value, schema) => {
    const { error, unknown } = coerceObjectMeta(value, schema, { returnUnknownFieldPaths: true })
    expect(error).toBeUndefined()
    return { unknown, out: value }
  },
}

const schemas = goldenLines<SchemaCase>('openapi/schemas.jsonl.gz')

describe('random schemas, as Go judges them', () => {
  it.each(schemas.map((each, i) => [i, each] as const))(
    'schema %i',
    (_, { schema, error, structural, defaults, objects = [] }) => {
      if (error !== undefined) {
        expect(() => newStructural(schema)).toThrow(error)
        return
      }
      expect(messages(validateStructural(newStructural(schema)))).toEqual(structural)
      if (defaults !== undefined) expect(messages(validateDefaults(newStructural(schema)))).toEqual(defaults)
      for (const { obj, old, answers } of objects) {
        for (const [op, answer] of Object.entries(answers)) {
          const mine =
            op === 'ratchet'
              ? { errors: messages(new SchemaValidator(schema).validateUpdate(obj, old)) }
              : operations[op]?.(copyJSON(obj), newStructural(schema), schema)
          const expected = 'unknown' in answer ? { ...answer, unknown: answer.unknown ?? [] } : answer
          expect(mine, `${op} ${JSON.stringify(obj)}`).toEqual(expected)
        }
      }
    },
  )

  it('covers both verdicts', () => {
    const verdicts = schemas.flatMap(({ objects = [] }) =>
      objects.map(({ answers }) => answers.validate?.errors?.length),
    )
    expect(verdicts.filter((count) => count === 0).length).toBeGreaterThan(100)
    expect(verdicts.filter((count) => count !== undefined && count > 0).length).toBeGreaterThan(100)
    expect(schemas.filter(({ structural }) => structural?.length === 0).length).toBeGreaterThan(20)
    expect(schemas.filter(({ defaults }) => defaults !== undefined && defaults.length > 0).length).toBeGreaterThan(10)
    expect(schemas.filter(({ defaults }) => defaults?.length === 0).length).toBeGreaterThan(5)
  })
})

describe('formats, as Go judges them', () => {
  it.each(goldenLines<{ format: string; value: string; ok: boolean }>('openapi/formats.jsonl'))(
    '$format $value',
    ({ format, value, ok }) => {
      expect(stringFormat(format)?.(value)).toBe(ok)
    },
  )
})

/** Names of types are made up by Go, so that only the fact of a compiler message counts. */
const verdict = (error: string | null | undefined) =>
  error?.includes('rule compile error') ? 'rule compile error' : (error ?? null)

describe('CEL rules, as Go judges them', () => {
  const cases = goldenLines<{ rule: string; error: string | null }>('openapi/cel.jsonl')

  it.each(cases)('$rule', ({ rule, error }) => {
    const schema = { ...celSchema, 'x-kubernetes-validations': [{ rule, message: 'M' }] } as JSONSchemaProps
    const [found] = new CELValidator(newStructural(schema)).validate(celObject as JSONObject)
    expect(verdict(found?.message)).toBe(verdict(error))
  })
})
