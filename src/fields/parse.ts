import { MachineryError } from '../errors/machinery-error.js'
import { compareStrings } from '../internal/compare-strings.js'
import { unescapeValue } from './escape.js'
import type { Selector, TransformFunc } from './selector.js'
import { allSelectors, oneTermEqualSelector, oneTermNotEqualSelector } from './terms.js'

/**
 * Parses a field selector: terms such as `metadata.name=a` or `status.phase!=Running`, separated by commas, all of which
 * must hold; `==` means `=`. In values, `\`, `,` and `=` are escaped with a backslash.
 *
 * @throws {MachineryError} `InvalidFieldSelector` for a term without an operator, and the errors of {@link unescapeValue}.
 */
export function parseSelector(text: string): Selector {
  return parseAndTransformSelector(text, (field, value) => ({ field, value }))
}

/** As {@link parseSelector}, each requirement going through `transform`, whose errors pass through. */
export function parseAndTransformSelector(text: string, transform: TransformFunc): Selector {
  const terms = splitTerms(text)
    .filter((term) => term !== '')
    .sort(compareStrings)
    .map((term) => parseTerm(term, text))
  const [only] = terms
  const selector = only !== undefined && terms.length === 1 ? only : allSelectors(terms)
  return selector.transform(transform)
}

function parseTerm(term: string, selector: string): Selector {
  const match = /!=|==?/.exec(term)
  if (match === null) {
    const message = `invalid selector: '${selector}'; can't understand '${term}'`
    throw new MachineryError('InvalidFieldSelector', message)
  }
  const field = term.slice(0, match.index)
  const value = unescapeValue(term.slice(match.index + match[0].length))
  return match[0] === '!=' ? oneTermNotEqualSelector(field, value) : oneTermEqualSelector(field, value)
}

/** Splits at the commas that are not escaped. */
function splitTerms(selector: string): string[] {
  const terms: string[] = []
  let start = 0
  for (let i = 0; i < selector.length; i++) {
    if (selector[i] === '\\') i++
    else if (selector[i] === ',') {
      terms.push(selector.slice(start, i))
      start = i + 1
    }
  }
  terms.push(selector.slice(start))
  return terms
}
