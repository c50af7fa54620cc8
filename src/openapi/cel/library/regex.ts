import { compilePattern, type RegularExpression } from '../../regular-expression.js'
import { PlainList } from '../values/collections.js'
import { CELError, type Value } from '../values/value.js'

function compiled(pattern: string, use: (expression: RegularExpression) => Value, prefix: string): Value {
  const found = compilePattern(pattern)
  return found instanceof Error ? new CELError(`${prefix}${found.message}`) : use(found)
}

function matches(text: string, pattern: string): Value {
  return compiled(pattern, (expression) => expression.test(text), '')
}

const illegal = 'Illegal regex: '

/** Functions with regular expressions, by Go's names of their forms. */
export const regexFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  matches,
  matches_string: matches,
  string_find_string: (text: string, pattern: string) =>
    compiled(pattern, (expression) => expression.find(text) ?? '', illegal),
  string_find_all_string: (text: string, pattern: string) =>
    compiled(pattern, (expression) => new PlainList(expression.findAll(text)), illegal),
  string_find_all_string_int: (text: string, pattern: string, limit: number | bigint) =>
    compiled(pattern, (expression) => new PlainList(expression.findAll(text, Number(limit))), illegal),
}
