import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ConfigMap } from '../v1/types.gen.js'
import { validateConfigMap, validateConfigMapUpdate } from './validation.js'

/** How a ConfigMap behaves in a registry. */
export const configMapStrategy: KindStrategy<ConfigMap> = {
  type: ConfigMap,
  validate: validateConfigMap,
  validateUpdate: validateConfigMapUpdate,
}
