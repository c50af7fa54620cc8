import { MachineryError } from 'apimachinery/errors'

/** A JSONPath that may lack braces and the first dot, as kubectl takes it: `metadata.name` → `{.metadata.name}`. @throws MachineryError */
export function relaxedJSONPath(text: string): string {
  if (text === '') return text
  const [, field] = /^\{?\.?([^{}]+)\}?$/.exec(text) ?? []
  if (field === undefined) {
    const forms = `'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`
    throw new MachineryError('InvalidJSONPath', `unexpected path string, expected a ${forms}`)
  }
  return `{.${field}}`
}
