import { isMachineryError, type MachineryError } from '../src/errors/machinery-error.js'
import { setOwn } from '../src/json/json-value.js'
import { stringifyJSON } from '../src/json/stringify-json.js'
import type { Decoder } from '../src/runtime/interfaces.js'
import { inYAMLTerms } from '../src/runtime/serializer/yaml/in-yaml-terms.js'
import { parseYAML } from '../src/runtime/serializer/yaml/yaml-reader.js'
import { isStrictDecodingError } from '../src/runtime/strict-decoding-error.js'
import type { InputDocument } from './documents.js'
import { describeFailure } from './finding.js'

/** Limits of the wrong values that are searched in one document, and of the characters that are read again for them. */
const mostFindings = 100
const mostCharacters = 1_000_000

/**
 * The lines for everything that is wrong with a document. A reader stops at the first value of a wrong type: what comes
 * behind it is found by reading again without that value.
 */
export function describeEveryFailure(error: MachineryError, document: InputDocument, decoder: Decoder): string[] {
  const lines = describeFailure(error, document)
  const { data } = document
  if (typeof data !== 'string' || isStrictDecodingError(error)) return lines
  const most = Math.min(mostFindings, 1 + Math.floor(mostCharacters / data.length))
  if (error.path === undefined || most === 1) return lines
  const { value, document: parsed } = parseYAML(data)
  for (const next of furtherFailures(error, { value, most }, decoder)) {
    lines.push(...describeFailure(inYAMLTerms(next, data, parsed) as MachineryError, document))
  }
  return [...new Set(lines)]
}

interface FindingLimit {
  readonly value: unknown
  /** The most findings, including the first one. */
  readonly most: number
}

function* furtherFailures(
  first: MachineryError,
  { value, most }: FindingLimit,
  decoder: Decoder,
): Generator<MachineryError, void> {
  let error = first
  for (let found = 1; found < most && remove(value, error.path ?? ''); found++) {
    const next = failureOf(() => decoder.decode(stringifyJSON(value as object)))
    if (next === undefined) return
    yield next
    error = next
  }
}

function failureOf(read: () => unknown): MachineryError | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (isMachineryError(error)) return error
    throw error
  }
}

/** Takes the value at `path` out of `value`; false when there is none. Keys may hold dots, so that every key is tried. */
function remove(value: unknown, path: string): boolean {
  if (typeof value !== 'object' || value === null || path === '') return false
  const members = value as Record<string, unknown>
  return Object.keys(value).some((key) => {
    const rest = behind(Array.isArray(value) ? `[${key}]` : key, path)
    if (rest === undefined) return false
    if (rest !== '') return remove(members[key], rest)
    if (Array.isArray(value)) {
      if (members[key] === null) return false
      setOwn(value, key, null)
    } else delete members[key]
    return true
  })
}

function behind(step: string, path: string): string | undefined {
  if (!path.startsWith(step)) return undefined
  const rest = path.slice(step.length)
  if (rest.startsWith('.')) return rest.slice(1)
  return rest === '' || rest.startsWith('[') ? rest : undefined
}
