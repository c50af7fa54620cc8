import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { inclusiveRangeError } from '../../../validation/messages.js'
import { validateNamespaceName } from '../../../validation/object-name-rules.js'
import { present } from '../../../validation/present.js'
import { validateDNS1123Label, validateDNS1123Subdomain } from '../../validation/field-rules.js'
import { isSet, textsOf } from '../../validation/go-values.js'
import type {
  AzureFilePersistentVolumeSource,
  CSIPersistentVolumeSource,
  FlexVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  LocalVolumeSource,
  PersistentVolumeSource,
  RBDPersistentVolumeSource,
  SecretReference,
  StorageOSVolumeSource,
} from '../v1/types.gen.js'
import { validateCSIDriverName } from '../volume/csi-driver-name.js'
import { isISCSIName } from '../volume/iscsi.js'
import { validatePathNoBacksteps } from '../volume/local-paths.js'
import {
  requiredTexts,
  secretNameErrors,
  validateAzureDisk,
  validateFC,
  validateFlexVolume,
  validateFlocker,
  validateHostPath,
  validateNFS,
  validatePartition,
  validateQuobyte,
  validateStorageOS,
} from '../volume/volume-sources.js'

type SourceName = keyof PersistentVolumeSource & string
type Rule<T> = (source: T, path: FieldPath, volumeName: string) => FieldError[]

/** One kind of volume: the field, what checks it, and the names that messages use where they differ from the field's. */
interface SourceRule {
  readonly name: SourceName
  readonly check: Rule<never>
  readonly below?: string
  readonly surplus?: string
}

/** A reference to a secret of a namespace. */
function secretErrors(secret: SecretReference | null | undefined, path: FieldPath): FieldError[] {
  return isSet(secret) ? requiredTexts(secret, path, ['name', 'namespace']) : []
}

function validateGlusterfs(source: GlusterfsPersistentVolumeSource, path: FieldPath): FieldError[] {
  const { endpointsNamespace: namespace } = source
  const at = path.child('endpointsNamespace')
  const errors = requiredTexts(source, path, ['endpoints', 'path'])
  if (!isSet(namespace)) return errors
  if (namespace === '') {
    return [...errors, invalid(at, '', 'if the endpointnamespace is set, it must be a valid namespace name')]
  }
  return [...errors, ...validateNamespaceName(namespace, false).map((problem) => invalid(at, namespace, problem))]
}

function validateMonitors(source: { readonly monitors?: string[] | undefined }, path: FieldPath): FieldError[] {
  return textsOf(source.monitors).length === 0 ? [required(path.child('monitors'), '')] : []
}

function validateRBD(source: RBDPersistentVolumeSource, path: FieldPath): FieldError[] {
  return [...validateMonitors(source, path), ...requiredTexts(source, path, ['image'])]
}

function validateISCSI(source: ISCSIPersistentVolumeSource, path: FieldPath, volumeName: string): FieldError[] {
  const { targetPortal, iqn, lun, initiatorName, secretRef } = source
  const errors = requiredTexts(source, path, ['targetPortal'])
  if (isSet(initiatorName) && utf8Length(`${volumeName}:${targetPortal ?? ''}`) > 64) {
    const detail =
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'
    errors.push(invalid(path.child('targetportal'), targetPortal ?? '', detail))
  }
  if (iqn) errors.push(...iscsiNameErrors(iqn, path.child('iqn')))
  else errors.push(required(path.child('iqn'), ''))
  if ((lun ?? 0) < 0 || (lun ?? 0) > 255) errors.push(invalid(path.child('lun'), lun, inclusiveRangeError(0, 255)))
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !isSet(secretRef)) {
    errors.push(required(path.child('secretRef'), ''))
  }
  errors.push(...secretNameErrors(secretRef, path.child('secretRef')))
  if (isSet(initiatorName)) errors.push(...iscsiNameErrors(initiatorName, path.child('initiatorname')))
  return errors
}

function iscsiNameErrors(name: string, path: FieldPath): FieldError[] {
  return /^(?:iqn|eui|naa)/.test(name) && isISCSIName(name) ? [] : [invalid(path, name, 'must be valid format')]
}

function validateAzureFile(source: AzureFilePersistentVolumeSource, path: FieldPath): FieldError[] {
  const errors = requiredTexts(source, path, ['secretName', 'shareName'])
  return source.secretNamespace === '' ? [...errors, required(path.child('secretNamespace'), '')] : errors
}

function validateLocal(source: LocalVolumeSource, path: FieldPath): FieldError[] {
  if (!source.path) return [required(path.child('path'), '')]
  return validatePathNoBacksteps(source.path, path.child('path'))
}

function validateCSI(source: CSIPersistentVolumeSource, path: FieldPath): FieldError[] {
  const secrets = [
    'controllerPublishSecretRef',
    'controllerExpandSecretRef',
    'nodePublishSecretRef',
    'nodeExpandSecretRef',
  ] as const
  return [
    ...validateCSIDriverName(source.driver, path.child('driver')),
    ...requiredTexts(source, path, ['volumeHandle']),
    ...secrets.flatMap((name) => csiSecretErrors(source[name], path.child(name))),
  ]
}

function csiSecretErrors(secret: SecretReference | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(secret)) return []
  const { name, namespace } = secret
  return [
    ...(name ? validateDNS1123Subdomain(name, path.child('name')) : [required(path.child('name'), '')]),
    ...(namespace ? validateDNS1123Label(namespace, path.child('namespace')) : [required(path.child('namespace'), '')]),
  ]
}

/** A rule that only requires texts. */
function requireTexts<T extends object>(...names: readonly (keyof T & string)[]): Rule<T> {
  return (source, path) => requiredTexts(source, path, names)
}

type Disk = { readonly partition?: number | undefined }
function diskRule<T extends Disk>(name: keyof T & string): Rule<T> {
  return (source, path) => [...requiredTexts(source, path, [name]), ...validatePartition(source.partition, path)]
}

/** Every kind of volume, in upstream's order. */
const rules: readonly SourceRule[] = [
  { name: 'hostPath', check: validateHostPath },
  { name: 'gcePersistentDisk', check: diskRule<Disk & { pdName: string }>('pdName'), below: 'persistentDisk' },
  { name: 'awsElasticBlockStore', check: diskRule<Disk & { volumeID: string }>('volumeID') },
  { name: 'glusterfs', check: validateGlusterfs },
  { name: 'flocker', check: validateFlocker },
  { name: 'nfs', check: validateNFS },
  { name: 'rbd', check: validateRBD },
  { name: 'quobyte', check: validateQuobyte },
  { name: 'cephfs', check: validateMonitors, surplus: 'cephFS' },
  { name: 'iscsi', check: validateISCSI },
  {
    name: 'cinder',
    check: (source: { volumeID: string; secretRef?: SecretReference | null }, path: FieldPath) => [
      ...requiredTexts(source, path, ['volumeID']),
      ...secretErrors(source.secretRef, path.child('secretRef')),
    ],
  },
  { name: 'fc', check: validateFC },
  { name: 'flexVolume', check: (source: FlexVolumeSource, path: FieldPath) => validateFlexVolume(source, path) },
  { name: 'azureFile', check: validateAzureFile },
  { name: 'vsphereVolume', check: requireTexts<{ volumePath: string }>('volumePath') },
  { name: 'photonPersistentDisk', check: requireTexts<{ pdID: string }>('pdID') },
  { name: 'portworxVolume', check: requireTexts<{ volumeID: string }>('volumeID') },
  { name: 'azureDisk', check: validateAzureDisk },
  {
    name: 'scaleIO',
    check: requireTexts<Record<'gateway' | 'system' | 'volumeName', string>>('gateway', 'system', 'volumeName'),
  },
  { name: 'local', check: validateLocal },
  {
    name: 'storageos',
    check: (source: StorageOSVolumeSource & { secretRef?: SecretReference | null }, path: FieldPath) => [
      ...validateStorageOS({ ...source, secretRef: undefined }, path),
      ...secretErrors(source.secretRef, path.child('secretRef')),
    ],
  },
  { name: 'csi', check: validateCSI },
]

/** Settings for checking the source of a volume. */
export interface PersistentVolumeSourceFacts {
  readonly volumeName: string
  /** Nodes are named from which the volume can be reached. */
  readonly hasNodeAffinity: boolean
}

/** Checks where the data of a persistent volume is: in one place. */
export function validatePersistentVolumeSource(
  source: PersistentVolumeSource,
  facts: PersistentVolumeSourceFacts,
  path: FieldPath,
): FieldError[] {
  const given = rules.filter(({ name }) => isSet(source[name]))
  if (given.length === 0) return [required(path, 'must specify a volume type')]
  return given.flatMap(({ name, check, below = name, surplus = name }, i) => {
    if (i > 0 && name !== 'flexVolume') {
      return [forbidden(path.child(surplus), 'may not specify more than 1 volume type')]
    }
    const errors = check(present(source[name]) as never, path.child(below), facts.volumeName)
    if (name !== 'local' || facts.hasNodeAffinity) return errors
    return [...errors, required(path.child('nodeAffinity'), 'Local volume requires node affinity')]
  })
}
