import type { JSONObject } from 'apimachinery/json'
import type { JSONSchemaProps } from 'apimachinery/openapi'
import type { Clusters } from './clusters.js'

/** A parameter of a query, as data. */
export interface QueryParameter {
  readonly schema: JSONSchemaProps
  readonly description: string
  /** May be given more than once: a list. */
  readonly repeated?: true
}

/** What the parameters of a query were: text, numbers, lists of texts. */
export type QueryValues = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** The input of an operation: all of it was checked against the operation's schemas. */
export interface OperationInput<Body> {
  readonly clusters: Clusters
  /** The variable parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: QueryValues
  readonly body: Body
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
}

/** One operation of the control API: its place, its shapes, and what it does. */
export interface Operation<Body = JSONObject> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/apimachinery.dev/v1`, with parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly query?: Readonly<Record<string, QueryParameter>>
  readonly body?: JSONSchemaProps
  /** Absent: the answer has no body. */
  readonly answer?: JSONSchemaProps
  /** Status of the answer; 200 with one, 204 without. */
  readonly status?: number
  /** Codes of the errors that are its own, beside those of all operations. */
  readonly errors?: readonly number[]
  // biome-ignore lint/suspicious/noConfusingVoidType: an operation without an answer returns nothing
  readonly run: (input: OperationInput<Body>) => Promise<object | void>
}

/** An operation whose body has a type: its schema says the same. */
export function operation<Body = Record<string, never>>(described: Operation<Body>): Operation {
  // The handler calls it with bodies that the schema accepts.
  return described as unknown as Operation
}
