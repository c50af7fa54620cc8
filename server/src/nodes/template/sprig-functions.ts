import { dictFunctions } from './sprig-dicts.js'
import { listFunctions } from './sprig-lists.js'
import { numberFunctions } from './sprig-numbers.js'
import { textFunctions } from './sprig-texts.js'
import type { TemplateFunctions } from './template-function.js'

/** Functions of Masterminds/sprig that templates of stages use: those of texts, lists, maps and numbers. Others are unknown. */
export const sprigFunctions: TemplateFunctions = {
  ...textFunctions,
  ...listFunctions,
  ...dictFunctions,
  ...numberFunctions,
}
