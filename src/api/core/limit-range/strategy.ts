import { ensureMetadata } from '../../../meta/object-with-meta.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { LimitRange } from '../v1/types.gen.js'
import { validateLimitRange } from './validation.js'

/** How a LimitRange behaves in a registry. */
export const limitRangeStrategy: KindStrategy<LimitRange> = {
  type: LimitRange,
  allowCreateOnUpdate: true,
  prepareForCreate(limitRange) {
    const metadata = ensureMetadata(limitRange)
    if (!metadata.name) metadata.name = crypto.randomUUID()
  },
  validate: validateLimitRange,
  validateUpdate: validateLimitRange,
}
