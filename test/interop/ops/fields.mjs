import { escapeValue, parseSelector, selectorFromSet, unescapeValue } from 'apimachinery/fields'
import { documentText } from '../document-text.mjs'

function describe(selector) {
  return { string: `${selector}`, requirements: [...selector.requirements()], empty: selector.isEmpty() }
}

export const operations = {
  'fields.parse': (request) => describe(parseSelector(documentText(request))),
  'fields.match'(request) {
    const selector = request.selector ? documentText({ in: request.selector }) : documentText(request)
    return { matches: parseSelector(selector).matches(request.set ?? undefined) }
  },
  'fields.escape': (request) => ({ out: escapeValue(documentText(request)) }),
  'fields.unescape': (request) => ({ out: unescapeValue(documentText(request)) }),
  'fields.fromSet': (request) => describe(selectorFromSet(request.set ?? undefined)),
}
