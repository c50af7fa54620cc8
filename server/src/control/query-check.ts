import { newBadRequest } from 'apimachinery/errors'
import type { Operation, QueryValues } from './route.js'

/** The parameters of a query, by what an operation says of them. @throws StatusError for unknown and wrong ones */
export function checkQuery({ query: known = {} }: Pick<Operation, 'query'>, given: URLSearchParams): QueryValues {
  const values: Record<string, string | number | readonly string[]> = {}
  for (const name of new Set(given.keys())) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined
    if (parameter === undefined) throw newBadRequest(`unknown query parameter ${JSON.stringify(name)}`)
    const texts = given.getAll(name)
    if (parameter.repeated === true) values[name] = texts
    else if (texts.length > 1) throw newBadRequest(`query parameter ${name} was given more than once`)
    else values[name] = parameter.schema.type === 'integer' ? integerOf(name, texts[0]!) : texts[0]!
  }
  return values
}

function integerOf(name: string, text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw newBadRequest(`query parameter ${name} is no integer: ${JSON.stringify(text)}`)
}
