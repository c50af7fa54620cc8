import { FieldPath } from '../../validation/field-path.js'
import type { Structural } from '../structural/structural.js'

/** Where a path leads, or why it leads nowhere. */
export type FoundField =
  | { readonly path: FieldPath; readonly schema: Structural; readonly error?: undefined }
  | { readonly error: string }

class PathProblem extends Error {}

const nowhere = 'does not refer to a valid field'
const ended = 'unexpected end of JSON path'

/**
 * Parses the `fieldPath` of a rule, `.spec.replicas` or `.labels['a.b']`, or the `jsonPath` of a selectable field.
 *
 * @param arrayNotation - names may be in brackets.
 */
export function findField(text: string, schema: Structural, arrayNotation = true): FoundField {
  const tokens = tokensOf(text)
  let at: Found = { path: FieldPath.empty(), schema }
  try {
    while (tokens.length > 0) at = step(at, tokens, arrayNotation)
    return at
  } catch (error) {
    if (error instanceof PathProblem) return { error: error.message }
    throw error
  }
}

/** The path of a rule's `fieldPath`; undefined when it leads nowhere in the schema. */
export function ruleFieldPath(text: string, schema: Structural): FieldPath | undefined {
  const found = findField(text, schema)
  return found.error !== undefined || text === '' ? undefined : found.path
}

interface Found {
  readonly path: FieldPath
  readonly schema: Structural
}

/** Dots, brackets, quoted names, and what is between them. */
function tokensOf(text: string): string[] {
  return text.match(/'(?:\\.|[^'])*'|'.*|[.[\]]|[^.[\]]+/g) ?? []
}

function take(tokens: string[]): string {
  const token = tokens.shift()
  if (token === undefined) throw new PathProblem(ended)
  return token
}

function step(at: Found, tokens: string[], arrayNotation: boolean): Found {
  const token = take(tokens)
  if (token === '.') return into(at, take(tokens))
  if (token !== '[') throw new PathProblem(`expected [ or . but got: ${token}`)
  if (!arrayNotation) throw new PathProblem('array notation is not allowed')
  const quoted = take(tokens)
  if (quoted.length < 2 || !quoted.startsWith("'") || !quoted.endsWith("'")) {
    throw new PathProblem(`expected single quoted string but got ${quoted}`)
  }
  const found = into(at, unescaped(quoted.slice(1, -1)))
  const end = take(tokens)
  if (end !== ']') throw new PathProblem(`expected ] but got ${end}`)
  return found
}

function into({ path, schema }: Found, name: string): Found {
  if (schema.properties.size > 0) {
    const next = schema.properties.get(name)
    if (next === undefined) throw new PathProblem(nowhere)
    return { path: path.child(name), schema: next }
  }
  const values = schema.additionalProperties?.schema
  if (values === undefined) throw new PathProblem(nowhere)
  return { path: path.key(name), schema: values }
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (found, letter: string) => {
    const meant = escapes[letter]
    if (meant === undefined) throw new PathProblem(`invalid string literal: invalid escape char ${found}`)
    return meant
  })
}
