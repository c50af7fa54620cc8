import { MachineryError } from 'apimachinery/errors'
import { JSONPath } from 'apimachinery/meta'
import { getGeneration, nestedFieldNoCopy, type Unstructured } from 'apimachinery/runtime'
import { relaxedJSONPath } from './relaxed-json-path.js'

/** The condition of `kubectl wait --for`: whether a state matches. */
export type WaitCondition = (object: Unstructured | undefined) => boolean

/**
 * Parses `delete`, `create`, `condition=Ready[=value]`, `jsonpath={…}[=value]`. @throws MachineryError in kubectl's wording
 */
export function parseWaitCondition(text: string): WaitCondition {
  if (text.toLowerCase() === 'delete') return (object) => object === undefined
  if (text.toLowerCase() === 'create') return (object) => object !== undefined
  if (text.startsWith('condition=')) return hasCondition(text.slice('condition='.length))
  if (text.startsWith('jsonpath=')) return hasValue(text.slice('jsonpath='.length))
  throw new MachineryError('InvalidRequest', `unrecognized condition: ${JSON.stringify(text)}`)
}

function hasCondition(text: string): WaitCondition {
  const [, name = text, value = 'true'] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  return (object) => {
    if (object === undefined) return false
    const conditions: unknown = nestedFieldNoCopy(object, 'status', 'conditions')
    if (!Array.isArray(conditions)) return false
    const found = (conditions as { type?: string; status?: string; observedGeneration?: number }[]).find(
      ({ type }) => type?.toLowerCase() === name.toLowerCase(),
    )
    // A condition of an older generation does not describe the current object.
    const status = nestedFieldNoCopy(object, 'status') as { observedGeneration?: number } | undefined
    const observed = found?.observedGeneration ?? status?.observedGeneration
    if (found === undefined || (typeof observed === 'number' && observed < Number(getGeneration(object)))) return false
    return found.status?.toLowerCase() === value.toLowerCase()
  }
}

function hasValue(text: string): WaitCondition {
  const parts = text.split(/(?<!=)=(?!=)/)
  const format = `jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'`
  if (parts.length > 2) throw new MachineryError('InvalidRequest', format)
  const [expression = '', raw] = parts
  const path = JSONPath.parse(relaxedJSONPath(expression), { allowMissingKeys: true })
  const wanted = raw?.replace(/^['"]+|(?<!['"])['"]+$/g, '')
  if (wanted === '') {
    const example = `--for=jsonpath='{.status.readyReplicas}'=3`
    throw new MachineryError('InvalidRequest', `jsonpath wait has to have a value after equal sign, like ${example}`)
  }
  return (object) => {
    if (object === undefined) return false
    const [values = [], ...more] = path.findResults(object)
    if (values.length === 0) return false
    if (more.length > 0)
      throw new MachineryError('InvalidRequest', 'given jsonpath expression matches more than one list')
    if (values.length > 1) {
      throw new MachineryError('InvalidRequest', 'given jsonpath expression matches more than one value')
    }
    if (wanted === undefined) return true
    const [value] = values
    if (typeof value === 'object' && value !== null) {
      throw new MachineryError('InvalidRequest', 'jsonpath leads to a nested object or list which is not supported')
    }
    return String(value) === wanted
  }
}
