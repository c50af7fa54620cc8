import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { addressOptionsOf } from '../../core/service/strict-addresses.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { Ingress } from '../v1/types.gen.js'
import {
  type IngressOptions,
  validateIngress,
  validateIngressStatusUpdate,
  validateIngressUpdate,
  warningsForIngress,
  warningsForIngressStatus,
} from './validation.js'

function ingressOptions(context: StrategyContext): IngressOptions {
  return { relaxedServiceNames: context.featureEnabled('RelaxedServiceNameValidation') }
}

function resets(field: string): FieldSetPaths {
  return { 'extensions/v1beta1': [[field]], 'networking.k8s.io/v1beta1': [[field]], 'networking.k8s.io/v1': [[field]] }
}

const status: UpdateHooks<Ingress> = {
  prepareForUpdate: (ingress, old) => keepField(ingress, old, 'spec'),
  validateUpdate: (ingress, old, context) => validateIngressStatusUpdate(ingress, old, addressOptionsOf(context)),
  warningsOnUpdate: warningsForIngressStatus,
  resetFields: resets('spec'),
}

/** How an Ingress behaves in a registry. */
export const ingressStrategy: KindStrategy<Ingress> = {
  type: Ingress,
  prepareForCreate(ingress) {
    ingress.status = { loadBalancer: {} }
    ensureMetadata(ingress).generation = 1
  },
  prepareForUpdate(ingress, old) {
    keepField(ingress, old, 'status')
    raiseGeneration(ingress, old, ['spec'])
  },
  validate: (ingress, context) => validateIngress(ingress, ingressOptions(context)),
  validateUpdate: (ingress, old, context) => validateIngressUpdate(ingress, old, ingressOptions(context)),
  warningsOnCreate: warningsForIngress,
  resetFields: resets('status'),
  subresources: { status },
}
