import { describe, expect, it } from 'vitest'
import { isMachineryError } from '../../src/errors/index.js'
import type { JSONValue } from '../../src/json/json-value.js'
import {
  type FieldSet,
  fieldSetFromJSON,
  fieldSetToJSON,
  type Schema,
  TypedValue,
} from '../../src/managedfields/index.js'
import { readRecording } from './golden.js'

/** One call that the tests of Go's merge library make, and what Go answered. */
interface Call {
  readonly fn: 'validate' | 'toFieldSet' | 'merge' | 'compare' | 'remove' | 'extract' | 'reconcile'
  readonly schema: number
  readonly type: string
  readonly value: JSONValue
  readonly arg?: JSONValue
  readonly out?: JSONValue
  readonly error?: string
  readonly dup?: boolean
  readonly keys?: boolean
}

const { schemas, cases } = readRecording<Call>('typed.jsonl')
const functions = [...new Set(cases.map(({ fn }) => fn))]

function setArgument(call: Call): FieldSet {
  return fieldSetFromJSON(call.arg as string)
}

function run(call: Call): JSONValue {
  const schema = schemas[call.schema] as Schema
  const typed = (value: JSONValue): TypedValue => new TypedValue(value, schema, { namedType: call.type })
  const value = typed(call.value)
  switch (call.fn) {
    case 'validate':
      value.validate({ allowDuplicates: call.dup === true })
      return null
    case 'toFieldSet':
      return fieldSetToJSON(value.toFieldSet())
    case 'merge':
      return value.merge(typed(call.arg ?? null)).value
    case 'compare': {
      const { removed, modified, added } = value.compare(typed(call.arg ?? null))
      return [removed, modified, added].map(fieldSetToJSON)
    }
    case 'remove':
      return value.removeItems(setArgument(call)).value
    case 'extract':
      return value.extractItems(setArgument(call), { appendKeyFields: call.keys === true }).value
    case 'reconcile': {
      const set = value.reconcileFieldSet(setArgument(call))
      return set === undefined ? null : fieldSetToJSON(set)
    }
  }
}

function outcome(call: Call): JSONValue {
  try {
    return { out: run(call) }
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return { error: comparable(error.message) }
  }
}

/** Go's order of map members is random, and of several undeclared fields it names one. */
function comparable(message: string): string {
  const lines = message.split('\n').map((line) => line.replace(/got int$/, 'got int64').trim())
  return lines
    .filter((line) => !line.includes('field not declared'))
    .sort()
    .join('\n')
}

describe.each(functions)('typed values: %s as in Go', (fn) => {
  const calls = cases.filter((call) => call.fn === fn)

  it(`answers ${calls.length} recorded calls`, () => {
    expect(calls.length).toBeGreaterThan(5)
    for (const call of calls) {
      const expected = call.error === undefined ? { out: call.out ?? null } : { error: comparable(call.error) }
      expect(outcome(call), JSON.stringify({ ...call, schema: undefined })).toEqual(expected)
    }
  })
})
