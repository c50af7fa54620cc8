import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { JSONValue } from '../../json/json-value.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { compilePattern } from '../regular-expression.js'
import { hasRepeatedKeys } from '../structural/list-types.js'
import { newStructural } from '../structural/new-structural.js'
import { stringFormat, stringFormatNames } from '../validate/string-formats.js'
import { ajvSchema } from './ajv-schema.js'

/** An error of ajv; `instancePath` is a JSON pointer. */
export type AjvError = ErrorObject

/** A compiled validator: reports whether a value is valid, and leaves what it found in `errors`. */
export type AjvValidator = ValidateFunction

/**
 * Compiles the schema of a CRD with ajv, for programs that use its errors or its ecosystem. The results are those of
 * `SchemaValidator` (except for a `format` without a `type`, which Go treats as a type), the messages are ajv's. ajv
 * generates code at run time: this entry does not work where that is forbidden.
 *
 * Patterns are RE2, formats those of Kubernetes; `x-kubernetes-list-type` is checked too. Rules and embedded metadata are
 * not.
 *
 * @throws MachineryError `InvalidSchema`, or ajv's error for a pattern that is not RE2.
 */
export function compileWithAjv(schema: JSONSchemaProps): AjvValidator {
  newStructural(schema)
  return newAjv().compile(ajvSchema(schema))
}

function newAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, code: { regExp: re2 } })
  for (const name of stringFormatNames()) ajv.addFormat(name, { type: 'string', validate: formatCheck(name) })
  for (const [dashed, name] of dashedNames) ajv.addFormat(dashed, { type: 'string', validate: formatCheck(name) })
  ajv.addFormat('int32', { type: 'number', validate: (value) => Math.abs(value + 0.5) <= 2 ** 31 })
  ajv.addFormat('int64', { type: 'number', validate: (value) => Math.abs(value) < 2 ** 63 })
  ajv.addFormat('double', { type: 'number', validate: () => true })
  ajv.addFormat('float', { type: 'number', validate: (value) => Number.isFinite(Math.fround(value)) })
  ajv.addKeyword({
    keyword: 'x-kubernetes-list-type',
    type: 'array',
    schemaType: 'string',
    validate: (type: string, list: JSONValue[], parent?: object) => {
      const keys = (parent as Record<string, string[]> | undefined)?.['x-kubernetes-list-map-keys'] ?? []
      return !hasRepeatedKeys(list, type, keys)
    },
  })
  return ajv
}

const dashedNames = [
  ['date-time', 'datetime'],
  ['k8s-short-name', 'k8sshortname'],
  ['k8s-long-name', 'k8slongname'],
] as const

function formatCheck(name: string): (text: string) => boolean {
  return (text) => stringFormat(name)?.(text) ?? true
}

/** A replacement for ajv's regular expressions. */
function re2(pattern: string): { test(text: string): boolean } {
  const compiled = compilePattern(pattern)
  if (compiled instanceof Error) throw compiled
  return compiled
}
// Standalone code would have to name the engine.
re2.code = 'undefined'
