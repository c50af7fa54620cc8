export { escapeValue, unescapeValue } from './escape.js'
export { parseAndTransformSelector, parseSelector } from './parse.js'
export type { FieldSet, Requirement, Selector, TransformFunc } from './selector.js'
export { setToString } from './set.js'
export {
  andSelectors,
  everything,
  nothing,
  oneTermEqualSelector,
  oneTermNotEqualSelector,
  selectorFromSet,
} from './terms.js'
