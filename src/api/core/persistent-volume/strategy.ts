import { timeFromDate } from '../../../scalar/time.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import { timeText } from '../../validation/unset-time.js'
import { PersistentVolume } from '../v1/types.gen.js'
import {
  type PersistentVolumeFeatures,
  validatePersistentVolume,
  validatePersistentVolumeStatusUpdate,
  validatePersistentVolumeUpdate,
  warningsForPersistentVolume,
} from './validation.js'

function featuresOf(context: StrategyContext): PersistentVolumeFeatures {
  return {
    attributesClass: context.featureEnabled('VolumeAttributesClass'),
    mutableNodeAffinity: context.featureEnabled('MutablePVNodeAffinity'),
  }
}

function dropDisabledFields(
  { spec }: PersistentVolume,
  old: PersistentVolume | undefined,
  context: StrategyContext,
): void {
  if (!spec || context.featureEnabled('VolumeAttributesClass')) return
  if ((old?.spec?.volumeAttributesClassName ?? undefined) === undefined) delete spec.volumeAttributesClassName
}

const status: UpdateHooks<PersistentVolume> = {
  prepareForUpdate(volume, old, context) {
    keepField(volume, old, 'spec')
    volume.status ??= {}
    const now = volume.status
    const [time, before] = [timeText(now.lastPhaseTransitionTime), timeText(old.status?.lastPhaseTransitionTime)]
    if ((now.phase ?? '') === (old.status?.phase ?? '')) {
      if (time === null && before !== null) now.lastPhaseTransitionTime = before
    } else if (time === null || time === before) now.lastPhaseTransitionTime = timeFromDate(context.now())
  },
  validateUpdate: validatePersistentVolumeStatusUpdate,
  resetFields: { v1: [['spec']] },
}

/** How a PersistentVolume behaves in a registry. */
export const persistentVolumeStrategy: KindStrategy<PersistentVolume> = {
  type: PersistentVolume,
  prepareForCreate(volume, context) {
    dropDisabledFields(volume, undefined, context)
    volume.status = { phase: 'Pending', lastPhaseTransitionTime: timeFromDate(context.now()) }
  },
  prepareForUpdate(volume, old, context) {
    keepField(volume, old, 'status')
    dropDisabledFields(volume, old, context)
  },
  validate: (volume, context) => validatePersistentVolume(volume, featuresOf(context)),
  validateUpdate: (volume, old, context) => validatePersistentVolumeUpdate(volume, old, featuresOf(context)),
  warningsOnCreate: warningsForPersistentVolume,
  warningsOnUpdate: warningsForPersistentVolume,
  selectableFields: ({ metadata }) => ({ name: metadata?.name ?? '' }),
  resetFields: { v1: [['status']] },
  subresources: { status },
}
