import { IngressClass } from '../../networking/v1/types.gen.js'
import { validateIngressClass, validateIngressClassUpdate } from '../../validation/networking/ingress-class.js'
import { raiseGeneration } from '../kept-fields.js'
import type { KindStrategy } from '../kind-strategy.js'
import { metadataOf } from '../metadata-of.js'

/** How an IngressClass behaves in a registry. */
export const ingressClassStrategy: KindStrategy<IngressClass> = {
  type: IngressClass,
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate(ingressClass) {
    metadataOf(ingressClass).generation = 1
  },
  prepareForUpdate: (ingressClass, old) => raiseGeneration(ingressClass, old, ['spec']),
  validate: validateIngressClass,
  validateUpdate: validateIngressClassUpdate,
}
