import type { JSONValue } from '../../json/json-value.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { compilePattern, type RegularExpression } from '../regular-expression.js'
import { type FormatCheck, stringFormat } from './string-formats.js'

/** The rules of a schema for values, in the form that the two interpreters read. Made once, never changed. */
export interface SchemaPlan {
  readonly types: readonly string[]
  /** {@link types} as bits of {@link TypeBit}; 0 admits any. */
  readonly typeBits: number
  readonly nullable: boolean
  /** Empty if Kubernetes does not support the format. */
  readonly format: string
  readonly formatCheck: FormatCheck | undefined
  readonly enum: readonly JSONValue[] | undefined
  readonly maxLength: number | undefined
  readonly minLength: number | undefined
  readonly pattern: string
  readonly expression: RegularExpression | Error | undefined
  readonly numeric: NumericPlan | undefined
  readonly maxItems: number | undefined
  readonly minItems: number | undefined
  readonly uniqueItems: boolean
  readonly items: SchemaPlan | undefined
  readonly maxProperties: number | undefined
  readonly minProperties: number | undefined
  readonly required: readonly string[]
  readonly properties: ReadonlyMap<string, SchemaPlan>
  readonly additional: SchemaPlan | undefined
  readonly forbidsAdditional: boolean
  readonly logical: LogicalPlan | undefined
}

/** Bounds of numbers. */
export interface NumericPlan {
  /** `integer`, `number`, or empty when the schema admits several types. */
  readonly type: string
  readonly format: string
  readonly maximum: number | undefined
  readonly exclusiveMaximum: boolean
  readonly minimum: number | undefined
  readonly exclusiveMinimum: boolean
  readonly multipleOf: number | undefined
}

/** Schemas that a value must also match, in some number. */
export interface LogicalPlan {
  readonly anyOf: readonly SchemaPlan[]
  readonly oneOf: readonly SchemaPlan[]
  readonly allOf: readonly SchemaPlan[]
  readonly not: SchemaPlan | undefined
}

/** JSON types as bits. */
export const TypeBit = { object: 1, array: 2, string: 4, integer: 8, number: 16, boolean: 32, null: 64 } as const

const unknownType = 128

/**
 * Which of Go's two readings of a schema. `crd` is for objects. `structural` is for defaults: there formats apply only to
 * types that have them, and int-or-string has no type.
 */
export type Reading = 'crd' | 'structural'

/** Makes the plan of a schema that newStructural has admitted. */
export function schemaPlan(schema: JSONSchemaProps, reading: Reading = 'crd'): SchemaPlan {
  return planOf(schema, reading)
}

function planOf(schema: JSONSchemaProps, reading: Reading): SchemaPlan {
  const below = (each: JSONSchemaProps) => planOf(each, reading)
  const types = reading === 'crd' ? typesOf(schema) : schema.type ? [schema.type] : []
  const only = types.length === 1 ? types[0]! : ''
  const supported = supportedFormat(only, schema.format ?? '')
  const format = reading === 'crd' ? supported : (schema.format ?? '')
  const { additionalProperties: additional, pattern = '' } = schema
  return {
    types,
    typeBits: types.reduce((bits, type) => bits | (TypeBit[type as keyof typeof TypeBit] ?? unknownType), 0),
    nullable: schema.nullable ?? false,
    format,
    formatCheck: format === '' ? undefined : stringFormat(format),
    enum: schema.enum !== undefined && schema.enum.length > 0 ? schema.enum : undefined,
    maxLength: numberOf(schema.maxLength),
    minLength: numberOf(schema.minLength),
    pattern,
    expression: pattern === '' ? undefined : compilePattern(pattern),
    numeric: numericPlan(schema, types, supported),
    maxItems: numberOf(schema.maxItems),
    minItems: numberOf(schema.minItems),
    uniqueItems: schema.uniqueItems ?? false,
    items: schema.items === undefined ? undefined : below(schema.items as JSONSchemaProps),
    maxProperties: numberOf(schema.maxProperties),
    minProperties: numberOf(schema.minProperties),
    required: schema.required ?? [],
    properties: new Map(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, below(each)])),
    additional: typeof additional === 'object' ? below(additional) : undefined,
    forbidsAdditional: additional === false,
    logical: logicalPlan(schema, reading),
  }
}

function typesOf(schema: JSONSchemaProps): readonly string[] {
  if (schema['x-kubernetes-int-or-string']) return ['integer', 'string']
  return schema.type ? [schema.type] : []
}

/** Formats that a type does not have are as if they were not there. */
function supportedFormat(type: string, format: string): string {
  switch (type) {
    case '':
    case 'string':
      return stringFormat(format) === undefined ? '' : format
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : ''
    case 'number':
      return format === 'float' || format === 'double' ? format : ''
    default:
      return ''
  }
}

/** Bounds are floats in Go, however they are written. */
function numberOf(bound: number | undefined): number | undefined {
  return bound === undefined ? undefined : Number(bound)
}

function numericPlan(schema: JSONSchemaProps, types: readonly string[], format: string): NumericPlan | undefined {
  const only = types.length === 1 ? types[0]! : ''
  const type = only === 'integer' || only === 'number' ? only : ''
  const [maximum, minimum, multipleOf] = [schema.maximum, schema.minimum, schema.multipleOf].map(numberOf)
  const bounded = maximum !== undefined || minimum !== undefined || multipleOf !== undefined
  if (!bounded && type === '') return undefined
  return {
    type,
    format: type === '' ? '' : format,
    maximum,
    exclusiveMaximum: schema.exclusiveMaximum ?? false,
    minimum,
    exclusiveMinimum: schema.exclusiveMinimum ?? false,
    multipleOf,
  }
}

function logicalPlan(schema: JSONSchemaProps, reading: Reading): LogicalPlan | undefined {
  const { anyOf = [], oneOf = [], allOf = [], not } = schema
  if (anyOf.length + oneOf.length + allOf.length === 0 && not === undefined) return undefined
  const nested = (each: JSONSchemaProps) => planOf(each, reading)
  return {
    anyOf: anyOf.map(nested),
    oneOf: oneOf.map(nested),
    allOf: allOf.map(nested),
    not: not === undefined ? undefined : nested(not),
  }
}
