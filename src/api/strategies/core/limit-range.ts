import { LimitRange } from '../../core/v1/types.gen.js'
import { validateLimitRange } from '../../validation/core/limit-range.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'

/** How a LimitRange behaves in a registry. */
export const limitRangeStrategy: KindStrategy<LimitRange> = {
  type: LimitRange,
  namespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  prepareForCreate(limitRange) {
    const metadata = metadataOf(limitRange)
    if (!metadata.name) metadata.name = crypto.randomUUID()
  },
  validate: validateLimitRange,
  validateUpdate: validateLimitRange,
}
