import type { KindStrategy } from '../kind-strategy.js'
import { customResourceDefinitionStrategy } from './custom-resource-definition.js'

/** How the kinds of `apiextensions.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [customResourceDefinitionStrategy]
