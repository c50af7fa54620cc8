import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ControllerRevision } from '../v1/types.gen.js'
import { validateControllerRevision, validateControllerRevisionUpdate } from './validation.js'

/** How a ControllerRevision behaves in a registry. */
export const controllerRevisionStrategy: KindStrategy<ControllerRevision> = {
  type: ControllerRevision,
  validate: validateControllerRevision,
  validateUpdate: validateControllerRevisionUpdate,
}
