import type { KindStrategy } from '../kind-strategy.js'
import { flowSchemaStrategy } from './flow-schema.js'
import { priorityLevelConfigurationStrategy } from './priority-level-configuration.js'

/** How the kinds of `flowcontrol.apiserver.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [flowSchemaStrategy, priorityLevelConfigurationStrategy]
