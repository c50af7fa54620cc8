import { goJSON } from './format-verbs.js'
import { TemplateError } from './template-error.js'
import { type TemplateFunctions, templateFunction, variadicFunction } from './template-function.js'
import { isTrue, printed, type TemplateValue } from './template-value.js'

/** The longest list that is made of numbers. */
const longest = 100_000

/** Functions of lists. */
export const listFunctions: TemplateFunctions = {
  list: variadicFunction([], 'any', (...values) => values),
  tuple: variadicFunction([], 'any', (...values) => values),
  first: templateFunction(['list'], (list) => list[0]),
  last: templateFunction(['list'], (list) => list.at(-1)),
  rest: templateFunction(['list'], (list) => list.slice(1)),
  initial: templateFunction(['list'], (list) => list.slice(0, -1)),
  append: templateFunction(['list', 'any'], (list, value) => [...list, value]),
  push: templateFunction(['list', 'any'], (list, value) => [...list, value]),
  prepend: templateFunction(['list', 'any'], (list, value) => [value, ...list]),
  concat: variadicFunction([], 'list', (...lists) => lists.flat()),
  reverse: templateFunction(['list'], (list) => list.toReversed()),
  uniq: templateFunction(['list'], (list) => {
    const seen = new Set<string>()
    return list.filter((each) => !seen.has(goJSON(each)) && seen.add(goJSON(each)))
  }),
  without: variadicFunction(['list'], 'any', (list, ...values) => list.filter((each) => !has(values, each))),
  has: templateFunction(['any', 'list'], (value, list) => has(list, value)),
  compact: templateFunction(['list'], (list) => list.filter(isTrue)),
  sortAlpha: templateFunction(['list'], (list) => list.map(printed).sort()),
  until: templateFunction(['int'], (count) => numbers(0n, count, count < 0n ? -1n : 1n)),
  untilStep: templateFunction(['int', 'int', 'int'], numbers),
}

function has(list: readonly TemplateValue[], value: TemplateValue): boolean {
  return list.some((each) => goJSON(each) === goJSON(value))
}

function numbers(from: bigint, to: bigint, step: bigint): bigint[] {
  if (step === 0n || (to < from && step > 0n) || (to > from && step < 0n)) return []
  if ((to - from) / step > longest) throw new TemplateError('the list of numbers is too long')
  const made: bigint[] = []
  for (let each = from; step > 0n ? each < to : each > to; each += step) made.push(each)
  return made
}
