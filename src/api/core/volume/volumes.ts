import { appendAll } from '../../../internal/append-all.js'
import { quote } from '../../../internal/quote.js'
import { validateAnnotations } from '../../../validation/annotations.js'
import { duplicate, type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabels } from '../../../validation/labels.js'
import type { ObjectMetaFields } from '../../../validation/object-meta-types.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validatePullPolicy } from '../container/pull-policy.js'
import { validatePersistentVolumeClaimSpec } from '../persistent-volume-claim/claim-spec.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import type { EphemeralVolumeSource, ImageVolumeSource, Volume } from '../v1/types.gen.js'
import { validateISCSI, validatePortalLength } from './iscsi.js'
import { validateDownwardAPIFile, validateFileMode, validateKeyToPath } from './key-paths.js'
import { validateProjectedVolume } from './projected-volumes.js'
import {
  requiredTexts,
  secretNameErrors,
  validateAzureDisk,
  validateCSI,
  validateFC,
  validateFlexVolume,
  validateFlocker,
  validateGitRepo,
  validateHostPath,
  validateNFS,
  validatePartition,
  validateQuobyte,
  validateStorageOS,
} from './volume-sources.js'

/** The context of a volume: a pod whose name is known, or a template. */
interface VolumeCheck extends PodCheck {
  readonly podName: string
}

/**
 * Checks the volumes of a pod.
 *
 * @param meta - metadata of the pod, absent for pod templates: claims of ephemeral volumes get their names from it.
 * @returns the valid volumes by name.
 */
export function validateVolumes(
  list: readonly Volume[] | null | undefined,
  path: FieldPath,
  { check, meta }: { check: PodCheck; meta: ObjectMetaFields | undefined },
): ReadonlyMap<string, Volume> {
  const volumes = structsOf(list)
  const podName = meta?.name ?? ''
  const created = claimsOf(volumes, podName)
  const valid = new Map<string, Volume>()
  for (const [i, volume] of volumes.entries()) {
    const at = path.index(i)
    const name = volume.name ?? ''
    const errors: FieldError[] = []
    validateSource(volume, at, { errors, options: check.options, podName })
    if (name === '') errors.push(required(at.child('name'), ''))
    else appendAll(errors, validateDNS1123Label(name, at.child('name')))
    if (valid.has(name)) errors.push(duplicate(at.child('name'), name))
    if (errors.length === 0) valid.set(name, volume)
    else appendAll(check.errors, errors)
    const claim = volume.persistentVolumeClaim?.claimName ?? ''
    if (isSet(volume.persistentVolumeClaim) && created.has(claim)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume'
      check.errors.push(invalid(at.child('persistentVolumeClaim', 'claimName'), claim, detail))
    }
  }
  return valid
}

/** Names of the claims that will be made for ephemeral volumes of a pod. */
function claimsOf(volumes: readonly Volume[], podName: string): ReadonlySet<string> {
  if (podName === '') return new Set()
  return new Set(volumes.filter(({ ephemeral }) => isSet(ephemeral)).map(({ name }) => `${podName}-${name ?? ''}`))
}

type SourceName = Exclude<keyof Volume, 'name'>
type Rule<K extends SourceName> = (
  source: NonNullable<Volume[K]>,
  at: FieldPath,
  check: VolumeCheck,
) => readonly FieldError[]

/** One source of volumes: its rule, and Go's names in paths if they differ. */
interface SourceRule {
  readonly name: SourceName
  readonly rule: (volume: Volume, at: FieldPath, check: VolumeCheck) => readonly FieldError[]
  readonly ruleAt: string
  readonly secondAt: string
}

function source<K extends SourceName>(
  name: K,
  rule: Rule<K>,
  { ruleAt = name, secondAt = name }: { ruleAt?: string; secondAt?: string } = {},
): SourceRule {
  return {
    name,
    rule: (volume, at, check) => rule(volume[name]!, at, check),
    ruleAt,
    secondAt,
  }
}

/** All but `emptyDir`, in the order in which a pod may have only one of them. */
const sources: readonly SourceRule[] = /* @__PURE__ */ (() => [
  source('hostPath', validateHostPath),
  source('gitRepo', validateGitRepo),
  source(
    'gcePersistentDisk',
    (disk, at) => [...requiredTexts(disk, at, ['pdName']), ...validatePartition(disk.partition, at)],
    { ruleAt: 'persistentDisk' },
  ),
  source('awsElasticBlockStore', (disk, at) => [
    ...requiredTexts(disk, at, ['volumeID']),
    ...validatePartition(disk.partition, at),
  ]),
  source('secret', (secret, at) => keyedErrors(secret, at, 'secretName')),
  source('nfs', validateNFS),
  source('iscsi', validateISCSI),
  source('glusterfs', (volume, at) => requiredTexts(volume, at, ['endpoints', 'path'])),
  source('flocker', validateFlocker),
  source('persistentVolumeClaim', (claim, at) => requiredTexts(claim, at, ['claimName'])),
  source('rbd', (rbd, at) => [...requiredList(rbd.monitors, at), ...requiredTexts(rbd, at, ['image'])]),
  source('cinder', (cinder, at) => [
    ...requiredTexts(cinder, at, ['volumeID']),
    ...secretNameErrors(cinder.secretRef, at.child('secretRef')),
  ]),
  source('cephfs', (cephfs, at) => requiredList(cephfs.monitors, at), { secondAt: 'cephFS' }),
  source('quobyte', validateQuobyte),
  source(
    'downwardAPI',
    (volume, at) => [
      ...validateFileMode(volume.defaultMode, at.child('defaultMode')),
      ...structsOf(volume.items).flatMap((item) => validateDownwardAPIFile(item, at)),
    ],
    { secondAt: 'downwarAPI' },
  ),
  source('fc', validateFC),
  source('flexVolume', validateFlexVolume),
  source('configMap', (configMap, at) => keyedErrors(configMap, at, 'name')),
  source('azureFile', (file, at) => requiredTexts(file, at, ['secretName', 'shareName'])),
  source('vsphereVolume', (volume, at) => requiredTexts(volume, at, ['volumePath'])),
  source('photonPersistentDisk', (disk, at) => requiredTexts(disk, at, ['pdID'])),
  source('portworxVolume', (volume, at) => requiredTexts(volume, at, ['volumeID'])),
  source('azureDisk', validateAzureDisk),
  source('storageos', validateStorageOS),
  source('projected', (projected, at, { options }) => {
    const errors: FieldError[] = []
    validateProjectedVolume(projected, at, { errors, options })
    return errors
  }),
  source('scaleIO', (volume, at) => requiredTexts(volume, at, ['gateway', 'system', 'volumeName'])),
  source('csi', validateCSI),
  source('ephemeral', validateEphemeral),
  source('image', validateImage),
])()

const orderOf: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(sources.map(({ name }, order) => [name, order]))

/** The rules of the sources that are set, in the order of {@link sources}. */
function rulesOf(volume: Volume): readonly SourceRule[] {
  const found: number[] = []
  for (const name of Object.keys(volume) as SourceName[]) {
    const order = orderOf.get(name)
    if (order !== undefined && isSet(volume[name])) found.push(order)
  }
  if (found.length > 1) found.sort((a, b) => a - b)
  return found.map((order) => sources[order]!)
}

function validateSource(volume: Volume, path: FieldPath, check: VolumeCheck): void {
  const { errors } = check
  let found = 0
  if (isSet(volume.emptyDir)) {
    found++
    const { sizeLimit } = volume.emptyDir
    if (isSet(sizeLimit) && amountOf(sizeLimit).sign() < 0) {
      const detail = 'SizeLimit field must be a valid resource quantity'
      errors.push(forbidden(path.child('emptyDir', 'sizeLimit'), detail))
    }
  }
  for (const { name, rule, ruleAt, secondAt } of rulesOf(volume)) {
    if (found > 0) errors.push(forbidden(path.child(secondAt), 'may not specify more than 1 volume type'))
    else {
      found++
      appendAll(errors, rule(volume, path.child(ruleAt), check))
      if (name === 'ephemeral') appendAll(errors, claimNameErrors(volume.name ?? '', path, check))
    }
    if (name === 'iscsi' && isSet(volume.iscsi)) {
      appendAll(errors, validatePortalLength(volume.name ?? '', volume.iscsi, path))
    }
  }
  if (found === 0) errors.push(required(path, 'must specify a volume type'))
}

function requiredList(list: readonly string[] | null | undefined, path: FieldPath): FieldError[] {
  return (list ?? []).length === 0 ? [required(path.child('monitors'), '')] : []
}

/** Files with keys of a Secret or ConfigMap. */
function keyedErrors<T extends NonNullable<Volume['secret'] | Volume['configMap']>>(
  volume: T,
  path: FieldPath,
  name: keyof T & string,
): FieldError[] {
  const errors = requiredTexts(volume, path, [name])
  appendAll(errors, validateFileMode(volume.defaultMode, path.child('defaultMode')))
  for (const [i, item] of structsOf(volume.items).entries()) {
    appendAll(errors, validateKeyToPath(item, path.child('items').index(i)))
  }
  return errors
}

function validateEphemeral({ volumeClaimTemplate }: EphemeralVolumeSource, path: FieldPath): FieldError[] {
  const at = path.child('volumeClaimTemplate')
  if (!isSet(volumeClaimTemplate)) return [required(at, '')]
  return [
    ...templateMetaErrors(volumeClaimTemplate.metadata, at.child('metadata')),
    ...validatePersistentVolumeClaimSpec(volumeClaimTemplate.spec, at.child('spec')),
  ]
}

/** Fields of metadata that a template has no use for, as Go orders and names them. */
const unusedMetaFields = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uID',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
]

function templateMetaErrors(meta: ObjectMetaFields | null | undefined, path: FieldPath): FieldError[] {
  const errors = validateAnnotations(meta?.annotations, path.child('annotations'))
  appendAll(errors, validateLabels(meta?.labels, path.child('labels')))
  const given = (meta ?? {}) as Readonly<Record<string, unknown>>
  for (const name of unusedMetaFields) {
    const value = given[name === 'uID' ? 'uid' : name]
    if (isSet(value) && value !== '' && value !== 0) errors.push(forbidden(path.child(name), 'cannot be set'))
  }
  return errors
}

/** The claim of an ephemeral volume is named after pod and volume. */
function claimNameErrors(volume: string, path: FieldPath, { podName }: VolumeCheck): FieldError[] {
  if (podName === '' || volume === '') return []
  const name = `${podName}-${volume}`
  return nameIsDNSSubdomain(name, false).map((problem) =>
    invalid(path.child('name'), volume, `PVC name ${quote(name)}: ${problem}`),
  )
}

function validateImage(image: ImageVolumeSource, path: FieldPath, { options }: VolumeCheck): FieldError[] {
  return [
    ...referenceErrors(image, path, options),
    ...validatePullPolicy(image.pullPolicy ?? '', path.child('pullPolicy')),
  ]
}

/** Templates of earlier releases may leave the image open; what an old object leaves open may stay so. */
function referenceErrors(image: ImageVolumeSource, path: FieldPath, options: PodValidationOptions): FieldError[] {
  return requiredTexts(image, path, ['reference']).flatMap((error) => [
    ...(options.resourceIsPod ? [error.before(37)] : []),
    ...(options.allowEmptyImageVolumeReference ? [] : [error.since(37)]),
  ])
}
