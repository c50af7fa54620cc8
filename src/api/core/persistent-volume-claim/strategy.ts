import { coreDeclared } from '../../declared/core.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import {
  PersistentVolumeClaim,
  type PersistentVolumeClaimSpec,
  type TypedLocalObjectReference,
} from '../v1/types.gen.js'
import {
  type ClaimFeatures,
  validatePersistentVolumeClaim,
  validatePersistentVolumeClaimStatusUpdate,
  validatePersistentVolumeClaimUpdate,
  warningsForPersistentVolumeClaim,
} from './validation.js'

type ClaimSpec = PersistentVolumeClaimSpec

function featuresOf(context: StrategyContext): ClaimFeatures {
  return {
    recoverExpansion: context.featureEnabled('RecoverVolumeExpansionFailure'),
    attributesClass: context.featureEnabled('VolumeAttributesClass'),
  }
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined
}

/** Drops fields of features that are off, and what a claim may not be made from; fills both fields of the source. */
function prepareSpec(spec: ClaimSpec, old: ClaimSpec | undefined, context: StrategyContext): void {
  if (!context.featureEnabled('VolumeAttributesClass') && !isSet(old?.volumeAttributesClassName)) {
    delete spec.volumeAttributesClassName
  }
  dropDataSourceRef(spec, old, context)
  const inUse = isSet(old?.dataSource) || isSet(old?.dataSourceRef)
  if (!inUse && !isSet(spec.dataSourceRef) && !isClaimOrSnapshot(spec.dataSource)) delete spec.dataSource
  fillDataSources(spec)
}

function dropDataSourceRef(spec: ClaimSpec, old: ClaimSpec | undefined, context: StrategyContext): void {
  if (isSet(old?.dataSourceRef)) return
  const elsewhere = !!spec.dataSourceRef?.namespace && !context.featureEnabled('CrossNamespaceVolumeDataSource')
  if (elsewhere) delete spec.dataSourceRef
}

function isClaimOrSnapshot(source: TypedLocalObjectReference | null | undefined): boolean {
  const group = source?.apiGroup ?? ''
  if (source?.kind === 'PersistentVolumeClaim') return group === ''
  return source?.kind === 'VolumeSnapshot' && group === 'snapshot.storage.k8s.io'
}

/** The older and the newer field of the source get the same value if possible. */
function fillDataSources(spec: ClaimSpec): void {
  const { dataSource, dataSourceRef } = spec
  if (dataSource && !dataSourceRef) spec.dataSourceRef = sourceOf(dataSource)
  else if (dataSourceRef && !dataSource && !dataSourceRef.namespace) spec.dataSource = sourceOf(dataSourceRef)
}

function sourceOf({ apiGroup, kind, name }: TypedLocalObjectReference): TypedLocalObjectReference {
  return { ...(isSet(apiGroup) && { apiGroup }), kind, name }
}

function withDataSources(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const spec = { ...claim.spec }
  fillDataSources(spec)
  return new PersistentVolumeClaim({ ...claim, spec })
}

const status: UpdateHooks<PersistentVolumeClaim> = {
  prepareForUpdate(claim, old, context) {
    keepField(claim, old, 'spec')
    const now = claim.status
    if (!now) return
    const drop = (gate: string, ...names: readonly (keyof NonNullable<typeof now>)[]) => {
      if (context.featureEnabled(gate)) return
      for (const name of names) if (!isSet(old.status?.[name])) delete now[name]
    }
    drop('VolumeAttributesClass', 'currentVolumeAttributesClassName', 'modifyVolumeStatus')
    drop('RecoverVolumeExpansionFailure', 'allocatedResources', 'allocatedResourceStatuses')
    drop('CSIVolumeHealth', 'healthStatus')
  },
  validateUpdate: (claim, old, context) => validatePersistentVolumeClaimStatusUpdate(claim, old, featuresOf(context)),
  resetFields: { v1: [['spec']] },
}

/** How a PersistentVolumeClaim behaves in a registry. */
export const persistentVolumeClaimStrategy: KindStrategy<PersistentVolumeClaim> = {
  type: PersistentVolumeClaim,
  declared: { rules: coreDeclared },
  prepareForCreate(claim, context) {
    claim.status = {}
    if (claim.spec) prepareSpec(claim.spec, undefined, context)
  },
  prepareForUpdate(claim, old, context) {
    keepField(claim, old, 'status')
    if (claim.spec) prepareSpec(claim.spec, old.spec, context)
  },
  validate: (claim) => validatePersistentVolumeClaim(claim),
  validateUpdate: (claim, old, context) =>
    validatePersistentVolumeClaimUpdate(claim, withDataSources(old), featuresOf(context)),
  warningsOnCreate: warningsForPersistentVolumeClaim,
  warningsOnUpdate: warningsForPersistentVolumeClaim,
  selectableFields: ({ metadata }) => ({ name: metadata?.name ?? '' }),
  resetFields: { v1: [['status']] },
  subresources: { status },
}
