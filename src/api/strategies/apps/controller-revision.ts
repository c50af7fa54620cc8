import { ControllerRevision } from '../../apps/v1/types.gen.js'
import {
  validateControllerRevision,
  validateControllerRevisionUpdate,
} from '../../validation/apps/controller-revision.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a ControllerRevision behaves in a registry. */
export const controllerRevisionStrategy: KindStrategy<ControllerRevision> = {
  type: ControllerRevision,
  namespaced: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  validate: validateControllerRevision,
  validateUpdate: validateControllerRevisionUpdate,
}
