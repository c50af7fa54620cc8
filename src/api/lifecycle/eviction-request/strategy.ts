import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { lifecycleDeclared } from '../../declared/lifecycle.gen.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { reservedDomainErrors } from '../../validation/reserved-domains.js'
import { EvictionRequest } from '../v1alpha1/types.gen.js'
import {
  validateEvictionRequest,
  validateEvictionRequestStatusUpdate,
  validateEvictionRequestUpdate,
} from './validation.js'

/** How an EvictionRequest behaves in a registry. */
export const evictionRequestStrategy: KindStrategy<EvictionRequest> = {
  type: EvictionRequest,
  declared: {
    rules: lifecycleDeclared,
    custom: { 'EvictionRequestSpec.requester': reservedDomainErrors },
  },
  allowUnconditionalUpdate: false,
  prepareForCreate(request) {
    request.status = {}
    ensureMetadata(request).generation = 1
  },
  prepareForUpdate(request, old) {
    keepField(request, old, 'status')
    raiseGeneration(request, old, ['spec'])
  },
  validate: validateEvictionRequest,
  validateUpdate: validateEvictionRequestUpdate,
  resetFields: { 'lifecycle.k8s.io/v1alpha1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate(request, old) {
        resetObjectMetaForStatus(request, old)
        keepField(request, old, 'spec')
      },
      validateUpdate: validateEvictionRequestStatusUpdate,
      resetFields: { 'lifecycle.k8s.io/v1alpha1': [['spec'], ['metadata']] },
    },
  },
}
