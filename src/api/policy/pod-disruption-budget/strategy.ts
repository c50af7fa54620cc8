import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, UpdateHooks } from '../../strategies/kind-strategy.js'
import { PodDisruptionBudget } from '../v1/types.gen.js'
import {
  validatePodDisruptionBudget,
  validatePodDisruptionBudgetStatusUpdate,
  validatePodDisruptionBudgetUpdate,
} from './validation.js'

const noStatus = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 }

const status: UpdateHooks<PodDisruptionBudget> = {
  prepareForUpdate: (budget, old) => keepField(budget, old, 'spec'),
  validateUpdate: (budget, _old, { apiVersion }) => validatePodDisruptionBudgetStatusUpdate(budget, apiVersion),
  resetFields: { 'policy/v1beta1': [['spec']], 'policy/v1': [['spec']] },
}

/** How a PodDisruptionBudget behaves in a registry. */
export const podDisruptionBudgetStrategy: KindStrategy<PodDisruptionBudget> = {
  type: PodDisruptionBudget,
  allowUnconditionalUpdate: false,
  prepareForCreate(budget) {
    budget.status = { ...noStatus }
    ensureMetadata(budget).generation = 1
  },
  prepareForUpdate(budget, old) {
    keepField(budget, old, 'status')
    raiseGeneration(budget, old, ['spec'])
  },
  validate: validatePodDisruptionBudget,
  validateUpdate: validatePodDisruptionBudgetUpdate,
  resetFields: { 'policy/v1beta1': [['status']], 'policy/v1': [['status']] },
  subresources: { status },
}
