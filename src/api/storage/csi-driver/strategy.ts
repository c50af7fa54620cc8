import { deepEqual } from '../../../descriptor/deep-equal.js'
import { raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { csiDriverSpecDescriptor } from '../v1/descriptors.gen.js'
import { CSIDriver, type CSIDriverSpec } from '../v1/types.gen.js'
import { type CSIDriverOptions, validateCSIDriver, validateCSIDriverUpdate } from './validation.js'

const tokensInSecretsAdvice =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes'

/** Fields of features: field → gate. */
const gatedFields = {
  seLinuxMount: 'SELinuxMountReadWriteOncePod',
  nodeAllocatableUpdatePeriodSeconds: 'MutableCSINodeAllocatableCount',
  serviceAccountTokenInSecrets: 'CSIServiceAccountTokenSecrets',
  preventPodSchedulingIfMissing: 'VolumeLimitScaling',
} as const satisfies Partial<Record<keyof CSIDriverSpec, string>>

function dropDisabledFields(driver: CSIDriver, old: CSIDriver | undefined, context: StrategyContext): void {
  const { spec } = driver
  if (!spec) return
  for (const name of Object.keys(gatedFields) as (keyof typeof gatedFields)[]) {
    if ((old?.spec?.[name] ?? undefined) === undefined && !context.featureEnabled(gatedFields[name])) delete spec[name]
  }
}

function csiDriverOptions(context: StrategyContext): CSIDriverOptions {
  return {
    seLinuxMount: context.featureEnabled(gatedFields.seLinuxMount),
    preventPodSchedulingIfMissing: context.featureEnabled(gatedFields.preventPodSchedulingIfMissing),
  }
}

function warnings({ spec }: CSIDriver, context: StrategyContext): readonly string[] {
  if (!context.featureEnabled(gatedFields.serviceAccountTokenInSecrets)) return []
  if ((spec?.tokenRequests ?? []).length === 0) return []
  return (spec?.serviceAccountTokenInSecrets ?? undefined) === undefined ? [tokensInSecretsAdvice] : []
}

/** How a CSIDriver behaves in a registry. */
export const csiDriverStrategy: KindStrategy<CSIDriver> = {
  type: CSIDriver,
  allowUnconditionalUpdate: false,
  prepareForCreate: (driver, context) => dropDisabledFields(driver, undefined, context),
  prepareForUpdate(driver, old, context) {
    dropDisabledFields(driver, old, context)
    raiseGeneration(driver, old, ['spec'])
  },
  validate: (driver, context) => validateCSIDriver(driver, csiDriverOptions(context)),
  validateUpdate: (driver, old, context) => validateCSIDriverUpdate(driver, old, csiDriverOptions(context)),
  warningsOnCreate: warnings,
  warningsOnUpdate(driver, old, context) {
    const type = csiDriverSpecDescriptor.propertyByName.get('tokenRequests')?.type
    const [now, before] = [driver.spec?.tokenRequests, old.spec?.tokenRequests]
    return type !== undefined && deepEqual(type, now, before) ? [] : warnings(driver, context)
  },
}
