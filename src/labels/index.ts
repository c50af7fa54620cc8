export { convertSelectorToLabelsMap } from './convert-selector-to-labels-map.js'
export {
  formatLabelSelector,
  type LabelSelector,
  type LabelSelectorRequirement,
  labelSelectorAsMap,
  labelSelectorAsSelector,
  parseToLabelSelector,
  setAsLabelSelector,
} from './label-selector.js'
export { conflicts, equals, formatLabels, type LabelSet, lookup, merge, setToString } from './label-set.js'
export { Operator } from './operator.js'
export { type ParseOptions, parseToRequirements } from './parser.js'
export { newRequirement, type Requirement } from './requirement.js'
export {
  everything,
  matchesNothing,
  newSelector,
  nothing,
  parse,
  type Selector,
  selectorFromSet,
  selectorFromValidatedSet,
  validatedSelectorFromSet,
  validatedSetSelector,
} from './selector.js'
