import { flowSchemaStrategy } from '../../flowcontrol/flow-schema/strategy.js'
import { priorityLevelConfigurationStrategy } from '../../flowcontrol/priority-level-configuration/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `flowcontrol.apiserver.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [flowSchemaStrategy, priorityLevelConfigurationStrategy]
