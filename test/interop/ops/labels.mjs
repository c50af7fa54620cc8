import { readJSON } from 'apimachinery/descriptor'
import {
  convertSelectorToLabelsMap,
  formatLabelSelector,
  formatLabels,
  labelSelectorAsMap,
  labelSelectorAsSelector,
  newRequirement,
  parse,
  parseToLabelSelector,
  selectorFromSet,
  selectorFromValidatedSet,
  setToString,
  validatedSelectorFromSet,
} from 'apimachinery/labels'
import { labelSelectorDescriptor } from 'apimachinery/meta/v1'
import { fieldPath, validateLabelSelector } from 'apimachinery/validation'
import { documentText } from '../document-text.mjs'

function describe(selector) {
  const { requirements, selectable } = selector.requirements()
  return {
    string: `${selector}`,
    requirements: requirements.map(({ key, operator, values }) => ({ key, operator, values: [...values] })),
    selectable,
    empty: selector.isEmpty(),
  }
}

/** The result of `action`; an error is put into the response as `name`. */
function attempt(name, action) {
  try {
    return action()
  } catch (error) {
    return { [name]: error.message }
  }
}

/** JSON with sorted keys and Go's escapes. */
function canonicalJSON(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJSON).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const order = ['matchLabels', 'matchExpressions', 'key', 'operator', 'values']
  const rank = (key) => (order.indexOf(key) + 1 || 9).toString()
  const isLabels = Object.values(value).every((item) => typeof item === 'string') && !('operator' in value)
  const keys = isLabels ? Object.keys(value).sort() : Object.keys(value).sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJSON(value[key])}`).join(',')}}`
}

export const operations = {
  'labels.parse': (request) => describe(parse(documentText(request))),
  'labels.match'(request) {
    const selector = request.selector ? documentText({ in: request.selector }) : documentText(request)
    return { matches: parse(selector).matches(request.set ?? undefined) }
  },
  'labels.toMap': (request) => ({ map: convertSelectorToLabelsMap(documentText(request)) }),
  'labels.fromSet'({ set }) {
    return {
      selectorFromSet: `${selectorFromSet(set ?? undefined)}`,
      setString: setToString(set ?? undefined),
      formatLabels: formatLabels(set ?? undefined),
      preValidated: `${selectorFromValidatedSet(set ?? undefined)}`,
      ...attempt('error', () => ({ validated: `${validatedSelectorFromSet(set ?? undefined)}` })),
    }
  },
  'labels.newRequirement'({ key = '', operator = '', values, set }) {
    const requirement = newRequirement(key, operator, values ?? undefined)
    return {
      string: `${requirement}`,
      key: requirement.key,
      operator: requirement.operator,
      values: [...requirement.values],
      ...(set && { matches: requirement.matches(set) }),
    }
  },
  labelSelector({ selector, set }) {
    const json = documentText({ in: selector })
    const { value } = readJSON(labelSelectorDescriptor, json, { mode: 'canonical' })
    const labelSelector = json.trim() === 'null' ? null : value
    const errors = labelSelector === null ? [] : validateLabelSelector(labelSelector, {}, fieldPath('spec', 'selector'))
    return {
      ...attempt('error', () => {
        const result = labelSelectorAsSelector(labelSelector)
        return { selector: describe(result), ...(set && { matches: result.matches(set) }) }
      }),
      ...attempt('mapError', () => ({ map: labelSelectorAsMap(labelSelector) ?? null })),
      format: formatLabelSelector(labelSelector),
      ...(labelSelector !== null && {
        validation: errors.length === 0 ? null : errors.map((error) => error.message),
      }),
    }
  },
  'labelSelector.parse'(request) {
    const labelSelector = parseToLabelSelector(documentText(request))
    return { out: canonicalJSON(labelSelector), format: formatLabelSelector(labelSelector) }
  },
}
