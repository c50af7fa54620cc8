import { deepEqual } from '../../../descriptor/deep-equal.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import { forbiddenChange } from '../internal-form/struct-diff.js'
import { warningsForNodeSelectorTerm } from '../scheduling/deprecated-node-labels.js'
import { hasInvalidLabelValue } from '../scheduling/node-selector.js'
import { persistentVolumeSourceDescriptor, volumeNodeAffinityDescriptor } from '../v1/descriptors.gen.js'
import type {
  NodeSelectorRequirement,
  PersistentVolume,
  PersistentVolumeSource,
  PersistentVolumeSpec,
  VolumeNodeAffinity,
} from '../v1/types.gen.js'
import { validatePersistentVolumeSpec } from './persistent-volume-spec.js'

const mountOptions = 'volume.beta.kubernetes.io/mount-options'

/** Volumes whose mount options may be in the annotation. */
const supportsMountOptions = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const

/** Labels of nodes that were renamed: before → now. */
const renamedLabels: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
])

/** Which features decide about volumes. */
export interface PersistentVolumeFeatures {
  /** The gate `VolumeAttributesClass`. */
  readonly attributesClass: boolean
  /** The gate `MutablePVNodeAffinity`. */
  readonly mutableNodeAffinity: boolean
}

/** Checks a new PersistentVolume. */
export function validatePersistentVolume(
  volume: PersistentVolume,
  features: PersistentVolumeFeatures,
): readonly FieldError[] {
  return [...volumeErrors(volume, undefined, features), ...mountOptionErrors(volume)]
}

function volumeErrors(
  { metadata, spec }: PersistentVolume,
  old: PersistentVolume | undefined,
  features: PersistentVolumeFeatures,
): FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const options = {
    volumeName: metadata?.name ?? '',
    inline: false,
    allowInvalidLabelValue: hasInvalidLabelValue(old?.spec?.nodeAffinity?.required?.nodeSelectorTerms),
    attributesClass: features.attributesClass || isSet(old?.spec?.volumeAttributesClassName),
  }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...validatePersistentVolumeSpec(spec ?? {}, options, fieldPath('spec')),
  ]
}

function mountOptionErrors({ metadata, spec }: PersistentVolume): FieldError[] {
  if (!Object.hasOwn(metadata?.annotations ?? {}, mountOptions)) return []
  if (supportsMountOptions.some((name) => isSet(spec?.[name]))) return []
  const path = fieldPath('metadata', 'annotations', mountOptions)
  return [forbidden(path, 'may not specify mount options for this volume type')]
}

/** Checks a changed PersistentVolume: the location of its data and its access cannot change. */
export function validatePersistentVolumeUpdate(
  volume: PersistentVolume,
  old: PersistentVolume,
  features: PersistentVolumeFeatures,
): readonly FieldError[] {
  const [now, before] = [volume.spec ?? {}, old.spec ?? {}]
  const first = volumeErrors(volume, old, features)
  return [
    ...first,
    ...mountOptionErrors(volume),
    // Upstream checks everything twice.
    ...first,
    ...sourceChange(now, before),
    ...((now.volumeMode ?? null) === (before.volumeMode ?? null)
      ? []
      : [invalid(fieldPath('volumeMode'), now.volumeMode ?? null, fieldImmutableErrorMsg).withJSONText()]),
    ...(features.mutableNodeAffinity ? [] : nodeAffinityChange(now.nodeAffinity, before.nodeAffinity)),
    ...attributesClassChange(now, before, features),
  ]
}

function sourceChange(spec: PersistentVolumeSpec, before: PersistentVolumeSpec): FieldError[] {
  const now = withoutNewSecret(spec, before)
  if (deepEqual(persistentVolumeSourceDescriptor, sourceOf(now), sourceOf(before))) return []
  const path = fieldPath('spec', 'persistentvolumesource')
  const detail = 'spec.persistentvolumesource is immutable after creation'
  return [forbiddenChange(path, detail, { type: 'PersistentVolumeSource', before, after: now })]
}

/** The secret for growing a volume may be added. */
function withoutNewSecret(spec: PersistentVolumeSpec, before: PersistentVolumeSpec): PersistentVolumeSpec {
  if (!isSet(spec.csi) || !isSet(before.csi) || isSet(before.csi.controllerExpandSecretRef)) return spec
  return { ...spec, csi: { ...spec.csi, controllerExpandSecretRef: undefined } }
}

function sourceOf(spec: PersistentVolumeSpec): PersistentVolumeSource {
  const names = persistentVolumeSourceDescriptor.properties.map(({ name }) => name as keyof PersistentVolumeSource)
  return Object.fromEntries(names.filter((name) => isSet(spec[name])).map((name) => [name, spec[name]]))
}

function nodeAffinityChange(
  now: VolumeNodeAffinity | null | undefined,
  before: VolumeNodeAffinity | null | undefined,
): FieldError[] {
  if (!isSet(before)) return []
  if (isSet(now) && deepEqual(volumeNodeAffinityDescriptor, now, withRenamedLabels(before, now))) return []
  const detail = `${fieldImmutableErrorMsg}, except for updating from beta label to GA`
  return [invalidStruct('VolumeNodeAffinity', now, { path: fieldPath('nodeAffinity'), detail })]
}

/** The affinity with the labels of `now`, if these are their new names. */
function withRenamedLabels(before: VolumeNodeAffinity, now: VolumeNodeAffinity): VolumeNodeAffinity {
  const wanted = structsOf(now.required?.nodeSelectorTerms)
  const renamed = (
    requirements: readonly NodeSelectorRequirement[] | undefined,
    others: readonly NodeSelectorRequirement[] | undefined,
  ) =>
    structsOf(requirements).map((requirement, i) => {
      const key = structsOf(others)[i]?.key
      const isNewName = key !== undefined && renamedLabels.get(requirement.key ?? '') === key
      return isNewName ? { ...requirement, key } : requirement
    })
  if (!isSet(before.required)) return before
  const terms = structsOf(before.required.nodeSelectorTerms).map((term, i) => ({
    ...term,
    matchExpressions: renamed(term.matchExpressions, wanted[i]?.matchExpressions),
    matchFields: renamed(term.matchFields, wanted[i]?.matchFields),
  }))
  return { required: { nodeSelectorTerms: terms } }
}

function attributesClassChange(
  { volumeAttributesClassName: now }: PersistentVolumeSpec,
  { volumeAttributesClassName: before }: PersistentVolumeSpec,
  { attributesClass }: PersistentVolumeFeatures,
): FieldError[] {
  if ((now ?? null) === (before ?? null)) return []
  const path = fieldPath('spec', 'volumeAttributesClassName')
  const disabled = 'update is forbidden when the VolumeAttributesClass feature gate is disabled'
  return [
    ...(attributesClass ? [] : [forbidden(path, disabled)]),
    ...(isSet(before) && !isSet(now) ? [forbidden(path, 'update from non-nil value to nil is forbidden')] : []),
  ]
}

/** Checks a changed status of a PersistentVolume. */
export function validatePersistentVolumeStatusUpdate(
  volume: PersistentVolume,
  old: PersistentVolume,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(volume.metadata, old.metadata, fieldPath('metadata')),
    ...(volume.metadata?.resourceVersion ? [] : [required(fieldPath('resourceVersion'), '')]),
  ]
}

const deprecatedAnnotations = {
  'volume.beta.kubernetes.io/storage-class': 'deprecated since v1.8; use "storageClassName" attribute instead',
  [mountOptions]: 'deprecated since v1.31; use "mountOptions" attribute instead',
}

/** Volumes that Kubernetes cannot mount any more: field, name in the message, releases. */
const deadSources = [
  ['cephfs', 'cephfs', 'v1.28', 'v1.31'],
  ['photonPersistentDisk', 'photonPersistentDisk', 'v1.11', 'v1.16'],
  ['scaleIO', 'scaleIO', 'v1.16', 'v1.22'],
  ['storageos', 'storageOS', 'v1.22', 'v1.25'],
  ['glusterfs', 'glusterfs', 'v1.25', 'v1.26'],
  ['rbd', 'rbd', 'v1.28', 'v1.31'],
] as const

/** Warnings about a PersistentVolume: what is deprecated. */
export function warningsForPersistentVolume({ metadata, spec }: PersistentVolume): readonly string[] {
  const terms = fieldPath('spec', 'nodeAffinity', 'required', 'nodeSelectorTerms')
  return [
    ...Object.entries(deprecatedAnnotations)
      .filter(([key]) => Object.hasOwn(metadata?.annotations ?? {}, key))
      .map(([key, text]) => `metadata.annotations[${key}]: ${text}`),
    ...(spec?.persistentVolumeReclaimPolicy === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
    ...structsOf(spec?.nodeAffinity?.required?.nodeSelectorTerms).flatMap((term, i) =>
      warningsForNodeSelectorTerm(term, false, terms.index(i)),
    ),
    ...deadSources
      .filter(([field]) => isSet(spec?.[field]))
      .map(([, name, deprecated, dead]) => `spec.${name}: deprecated in ${deprecated}, non-functional in ${dead}+`),
  ]
}
