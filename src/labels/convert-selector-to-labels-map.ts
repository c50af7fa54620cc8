import { MachineryError } from '../errors/machinery-error.js'
import { FieldPath } from '../validation/field-path.js'
import type { ParseOptions } from './parser.js'
import { validateLabelKey, validateLabelValue } from './validate-requirement.js'

/** White space as Go's `unicode.IsSpace` has it, which is not quite JavaScript's. */
const edges: RegExp =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|(?<![\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g

/**
 * Reads a selector that consists of `key=value` terms into labels; later terms win. Keys and values are validated.
 *
 * @throws {MachineryError} `InvalidLabelSelector` for a term of another form, a field error for an invalid key or value.
 */
export function convertSelectorToLabelsMap(selector: string, options: ParseOptions = {}): Record<string, string> {
  const path = options.path ?? FieldPath.empty()
  const terms = selector === '' ? [] : selector.split(',')
  return Object.fromEntries(terms.map((term) => readTerm(term, path)))
}

function readTerm(term: string, path: FieldPath): readonly [key: string, value: string] {
  const sides = term.split('=')
  const [left, right] = sides
  if (left === undefined || right === undefined || sides.length !== 2) {
    throw new MachineryError('InvalidLabelSelector', `invalid selector: [${sides.join(' ')}]`)
  }
  const key = trimSpace(left)
  const value = trimSpace(right)
  const [error] = [...validateLabelKey(key, path), ...validateLabelValue(key, value, path)]
  if (error !== undefined) throw error
  return [key, value]
}

function trimSpace(text: string): string {
  return text.replace(edges, '')
}
