import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { networkingDeclared } from '../../declared/networking.gen.js'
import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { IngressClass } from '../v1/types.gen.js'
import { validateIngressClass, validateIngressClassUpdate } from './validation.js'

/** How an IngressClass behaves in a registry. */
export const ingressClassStrategy: KindStrategy<IngressClass> = {
  type: IngressClass,
  declared: { rules: networkingDeclared },
  prepareForCreate(ingressClass) {
    ensureMetadata(ingressClass).generation = 1
  },
  prepareForUpdate: (ingressClass, old) => raiseGeneration(ingressClass, old, ['spec']),
  validate: validateIngressClass,
  validateUpdate: validateIngressClassUpdate,
}
