import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  validateCustomResourceDefinition,
  validateCustomResourceDefinitionUpdate,
} from '../../src/api/apiextensions/custom-resource-definition/validation.js'
import type { CustomResourceDefinition } from '../../src/api/apiextensions/v1/index.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { CELValidator } from '../../src/openapi/cel/cel-validator.js'
import { kubernetesDeclarations, storedDeclarations } from '../../src/openapi/cel/check/declarations.js'
import { findField } from '../../src/openapi/cel/rule-field-path.js'
import { compileRule } from '../../src/openapi/cel/schema/compile-rule.js'
import { maxCardinality, schemaType } from '../../src/openapi/cel/schema/schema-type.js'
import { schemaValue } from '../../src/openapi/cel/schema/schema-value.js'
import type { StaticType } from '../../src/openapi/cel/values/cel-static-type.js'
import { validateDefaults } from '../../src/openapi/custom-resource/validate-defaults.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { coerceObjectMeta } from '../../src/openapi/structural/coerce-object-meta.js'
import { applySchemaDefaults, pruneNonNullableNulls } from '../../src/openapi/structural/default-value.js'
import { validateListTypes } from '../../src/openapi/structural/list-types.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { prune } from '../../src/openapi/structural/prune.js'
import type { Structural } from '../../src/openapi/structural/structural.js'
import { validateEmbeddedMeta } from '../../src/openapi/structural/validate-object-meta.js'
import { validateStructural } from '../../src/openapi/structural/validate-structural.js'
import { SchemaValidator } from '../../src/openapi/validate/schema-validator.js'
import type { FieldError } from '../../src/validation/field-error.js'
import { FieldPath } from '../../src/validation/field-path.js'

/** What a function of `k8s.io/apiextensions-apiserver` v0.36.3 was given by its own tests, and what it answered. */
interface Row {
  readonly test: string
  readonly op: string
  readonly schema: JSONSchemaProps
  readonly obj: JSONObject
  readonly old?: JSONValue
  readonly path?: string
  readonly root?: boolean
  readonly errors?: readonly string[]
  readonly error?: string
  readonly unknown?: readonly string[] | null
  readonly out?: JSONValue
  readonly opts?: { readonly DropInvalidFields?: boolean; readonly DropMalformedFields?: boolean }
  readonly meta?: JSONValue
  readonly found?: unknown
  readonly budget?: string
  readonly remaining?: string
  readonly ratchets?: boolean
  readonly text?: string
  readonly options?: number
  readonly loader?: string
  readonly results?: readonly Compiled[]
}

interface Compiled {
  readonly error?: string
  readonly messageError?: string
  readonly maxCost: string
  readonly maxCardinality: string
  readonly messageCost: string
  readonly usesOldSelf: boolean
}

const bytes = readFileSync(new URL('../golden/openapi/upstream-rows.jsonl.gz', import.meta.url))
const rows = gunzipSync(bytes)
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => parseJSON(line) as unknown as Row)

/** Names of types have a number in Go that changes with every start. */
const sorted = (messages: readonly string[]) => messages.map((each) => each.replace(/selfType\d+/g, 'selfType')).sort()
const errorsOf = (errors: readonly FieldError[]) => ({ errors: sorted(errors.map(({ message }) => message)) })
const given = ({ errors = [] }: Row) => ({ errors: sorted(errors) })
const pathOf = (text = '') => (text === '' ? FieldPath.empty() : FieldPath.empty().child(text))

const embedded = newStructural({
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
})

/** Costs beyond 2^53 are as near as floats get. */
const rounded = (value: number | string) => Number(Number(value).toPrecision(12))

interface Operation {
  readonly ours: (row: Row, schema: Structural) => unknown
  readonly upstreams: (row: Row) => unknown
}

const operations: Readonly<Record<string, Operation>> = {
  structural: { ours: (_, schema) => errorsOf(validateStructural(schema)), upstreams: given },
  default: {
    ours: ({ obj }, schema) => {
      applySchemaDefaults(obj, schema)
      return obj
    },
    upstreams: ({ out }) => out,
  },
  prunenulls: {
    ours: ({ obj }, schema) => {
      pruneNonNullableNulls(obj, schema)
      return obj
    },
    upstreams: ({ out }) => out,
  },
  validatedefaults: {
    ours: (_, schema) =>
      errorsOf(validateDefaults(schema, { isResourceRoot: false, requirePruned: false, path: pathOf('test') })),
    upstreams: given,
  },
  coerce: {
    ours: ({ obj, root = false, opts = {} }, schema) => {
      const dropInvalidFields = opts.DropInvalidFields === true
      const options = { isResourceRoot: root, dropInvalidFields, returnUnknownFieldPaths: true }
      const { error, unknown } = coerceObjectMeta(obj, schema, options)
      return { error: error?.message, unknown, out: obj }
    },
    upstreams: ({ error, unknown, out }) => ({ error, unknown: unknown ?? [], out }),
  },
  getmeta: {
    ours: ({ obj, opts = {} }) => {
      const dropInvalidFields = opts.DropMalformedFields === true
      const { error } = coerceObjectMeta(obj, embedded, { isResourceRoot: false, dropInvalidFields })
      return error === undefined ? obj?.metadata : 'fails'
    },
    upstreams: ({ error, found, meta, obj }) => (error !== undefined ? 'fails' : found === true ? meta : obj?.metadata),
  },
  meta: {
    ours: ({ obj, root = false }, schema) => errorsOf(validateEmbeddedMeta(obj, schema, { isResourceRoot: root })),
    upstreams: given,
  },
  prune: {
    ours: ({ obj, root = false }, schema) => ({ unknown: prune(obj, schema, { isResourceRoot: root }), out: obj }),
    upstreams: ({ unknown, out }) => ({ unknown: unknown ?? [], out }),
  },
  lists: { ours: ({ obj, path }, schema) => errorsOf(validateListTypes(obj, schema, pathOf(path))), upstreams: given },
  validate: { ours: ({ obj, schema }) => errorsOf(new SchemaValidator(schema).validate(obj)), upstreams: given },
  ratchet: {
    ours: ({ obj, old, schema }) => errorsOf(new SchemaValidator(schema).validateUpdate(obj, old as JSONValue)),
    upstreams: given,
  },
  cel: {
    ours: ({ obj, old, path, root = false, budget, ratchets = false }, schema) => {
      const costBudget = Math.min(Number(budget), 1e15)
      const validator = new CELValidator(schema, { isResourceRoot: root })
      const before = old === null || old === undefined ? {} : { old }
      const at = path === '<nil>' ? FieldPath.empty() : pathOf(path)
      const { errors, remaining } = validator.judge(obj, { costBudget, path: at, ratcheting: ratchets, ...before })
      return { ...errorsOf(errors), cost: remaining < 0 ? 'more than there is' : costBudget - remaining }
    },
    upstreams: (row) => {
      const [budget, remaining] = [BigInt(row.budget ?? 0), BigInt(row.remaining ?? 0)]
      return { ...given(row), cost: remaining < 0n ? 'more than there is' : Number(budget - remaining) }
    },
  },
  compile: {
    ours: ({ loader = '' }, schema) => {
      const type = schemaType(schema, false) as StaticType
      const functions = loader.includes('Stored') ? storedDeclarations : kubernetesDeclarations
      return schema.rules.map((rule) => {
        const made = compileRule(rule, { schema, type, toValue: schemaValue(schema, false), functions })
        const { error, messageError, usesOldSelf } = made
        const estimate = made.estimate()
        return {
          ...{ error: sorted([error ?? '']), messageError, usesOldSelf },
          ...{ maxCost: rounded(estimate.rule), messageCost: rounded(estimate.message) },
          cardinality: made.program === undefined ? undefined : maxCardinality(type),
        }
      })
    },
    upstreams: ({ results = [] }) =>
      results.map(({ error, messageError, usesOldSelf, maxCost, messageCost, maxCardinality: cardinality }) => ({
        ...{ error: sorted([error ?? '']), messageError, usesOldSelf },
        ...{ maxCost: rounded(maxCost), messageCost: rounded(messageCost) },
        cardinality: cardinality === '0' ? undefined : Number(cardinality),
      })),
  },
  fieldpath: {
    ours: ({ text = '', options = 0 }, schema) => {
      const { error, path } = { path: undefined, ...findField(text, schema, options === 0) }
      return error ?? String(path)
    },
    upstreams: ({ error, found }) => error ?? found,
  },
  crd: {
    ours: ({ obj, old }) => {
      const [now, before] = [obj, old] as unknown as readonly CustomResourceDefinition[]
      const definition = now as CustomResourceDefinition
      return errorsOf(
        before === undefined
          ? validateCustomResourceDefinition(definition)
          : validateCustomResourceDefinitionUpdate(definition, before),
      )
    },
    upstreams: given,
  },
}

describe.each(Object.entries(operations))('upstream’s rows: %s', (op, { ours, upstreams }) => {
  const own = rows.filter((row) => row.op === op)

  it('are there', () => expect(own.length).toBeGreaterThan(0))

  it('are answered as by upstream', () => {
    for (const [i, row] of own.entries()) {
      const expected = upstreams(row)
      const copy = structuredClone(row)
      const schema = newStructural((row.schema ?? {}) as JSONSchemaProps)
      expect(ours(copy, schema), `${row.test} ${i}`).toEqual(expected)
    }
  })
})
