import { ConfigMap } from '../../core/v1/types.gen.js'
import { validateConfigMap, validateConfigMapUpdate } from '../../validation/core/config-map.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How a ConfigMap behaves in a registry. */
export const configMapStrategy: KindStrategy<ConfigMap> = {
  type: ConfigMap,
  namespaced: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  validate: validateConfigMap,
  validateUpdate: validateConfigMapUpdate,
}
