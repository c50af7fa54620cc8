import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { autoscalingDeclared } from '../../declared/autoscaling.gen.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import { HorizontalPodAutoscaler } from '../v2/types.gen.js'
import {
  type AutoscalerFeatures,
  validateHorizontalPodAutoscaler,
  validateHorizontalPodAutoscalerStatusUpdate,
  validateHorizontalPodAutoscalerUpdate,
} from './validation.js'

function featuresOf(context: StrategyContext): AutoscalerFeatures {
  return { scaleToZero: context.featureEnabled('HPAScaleToZero') }
}

const directions = ['scaleUp', 'scaleDown'] as const

function dropDisabledFields(
  { spec }: HorizontalPodAutoscaler,
  old: HorizontalPodAutoscaler | undefined,
  context: StrategyContext,
): void {
  if (context.featureEnabled('HPAConfigurableTolerance')) return
  const inUse = directions.some((name) => (old?.spec?.behavior?.[name]?.tolerance ?? undefined) !== undefined)
  for (const name of directions) if (!inUse && spec?.behavior?.[name]) delete spec.behavior[name].tolerance
}

const status: UpdateHooks<HorizontalPodAutoscaler> = {
  prepareForUpdate: (autoscaler, old) => keepField(autoscaler, old, 'spec'),
  validateUpdate: validateHorizontalPodAutoscalerStatusUpdate,
  resetFields: { 'autoscaling/v1': [['spec']], 'autoscaling/v2': [['spec']] },
}

/** How a HorizontalPodAutoscaler behaves in a registry. */
export const horizontalPodAutoscalerStrategy: KindStrategy<HorizontalPodAutoscaler> = {
  type: HorizontalPodAutoscaler,
  declared: { rules: autoscalingDeclared },
  prepareForCreate(autoscaler, context) {
    autoscaler.status = { desiredReplicas: 0, currentMetrics: [] }
    if (context.featureEnabled('HPAGeneration')) ensureMetadata(autoscaler).generation = 1
    dropDisabledFields(autoscaler, undefined, context)
  },
  prepareForUpdate(autoscaler, old, context) {
    keepField(autoscaler, old, 'status')
    dropDisabledFields(autoscaler, old, context)
    if (context.featureEnabled('HPAGeneration')) raiseGeneration(autoscaler, old, ['spec'])
  },
  validate: (autoscaler, context) => validateHorizontalPodAutoscaler(autoscaler, featuresOf(context)),
  validateUpdate: (autoscaler, old, context) =>
    validateHorizontalPodAutoscalerUpdate(autoscaler, old, featuresOf(context)),
  resetFields: { 'autoscaling/v1': [['status']], 'autoscaling/v2': [['status']] },
  subresources: { status },
}
