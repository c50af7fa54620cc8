import { customResourceDefinitionStrategy } from '../../apiextensions/custom-resource-definition/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `apiextensions.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [customResourceDefinitionStrategy]
