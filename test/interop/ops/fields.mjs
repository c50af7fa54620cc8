import { escapeValue, parseSelector, selectorFromSet, unescapeValue } from 'apimachinery/fields'

/** The text of a document field. */
function text({ in: input = '', in64 }) {
  if (in64 !== undefined) return Buffer.from(in64, 'base64').toString()
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function describe(selector) {
  return { string: `${selector}`, requirements: [...selector.requirements()], empty: selector.isEmpty() }
}

export const operations = {
  'fields.parse': (request) => describe(parseSelector(text(request))),
  'fields.match'(request) {
    const selector = request.selector ? text({ in: request.selector }) : text(request)
    return { matches: parseSelector(selector).matches(request.set ?? undefined) }
  },
  'fields.escape': (request) => ({ out: escapeValue(text(request)) }),
  'fields.unescape': (request) => ({ out: unescapeValue(text(request)) }),
  'fields.fromSet': (request) => describe(selectorFromSet(request.set ?? undefined)),
}
