import { compareStrings } from '../../../internal/compare-strings.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { inclusiveRangeError } from '../../../validation/messages.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, textsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { isHostPort } from '../container/host-port.js'
import type {
  AzureDiskVolumeSource,
  CSIVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  LocalObjectReference,
  NFSVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
} from '../v1/types.gen.js'
import { validateCSIDriverName } from './csi-driver-name.js'
import { validateLocalDescendingPath, validatePathNoBacksteps } from './local-paths.js'

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

/** Finds which of the texts that must be there are empty. */
export function requiredTexts<T extends object>(
  source: T,
  path: FieldPath,
  names: readonly (keyof T & string)[],
): FieldError[] {
  return names.filter((name) => !hasText(source[name])).map((name) => required(path.child(name), ''))
}

function hasText(value: unknown): boolean {
  return isSet(value) && value !== ''
}

/** Finds a reference to a secret that has no name. */
export function secretNameErrors(secret: LocalObjectReference | null | undefined, path: FieldPath): FieldError[] {
  return isSet(secret) && (secret.name ?? '') === '' ? [required(path.child('name'), '')] : []
}

/** Checks a path of the node. */
export function validateHostPath(source: HostPathVolumeSource, path: FieldPath): FieldError[] {
  const target = source.path ?? ''
  const { type } = source
  if (target === '') return [required(path.child('path'), '')]
  const errors = validatePathNoBacksteps(target, path.child('path'))
  if (isSet(type) && !hostPathTypes.includes(type)) {
    errors.push(notSupportedNamed(path.child('type'), type, hostPathTypes))
  }
  return errors
}

export function validateGitRepo(source: GitRepoVolumeSource, path: FieldPath): FieldError[] {
  const errors = requiredTexts(source, path, ['repository'])
  return [...errors, ...validateLocalDescendingPath(source.directory ?? '', path.child('directory'))]
}

/** Checks the partition of a disk of a cloud provider. */
export function validatePartition(partition: number | undefined, path: FieldPath): FieldError[] {
  const number = partition ?? 0
  return number < 0 || number > 255 ? [invalid(path.child('partition'), number, inclusiveRangeError(1, 255))] : []
}

export function validateNFS(source: NFSVolumeSource, path: FieldPath): FieldError[] {
  const errors = requiredTexts(source, path, ['server', 'path'])
  const exported = source.path ?? ''
  if (!exported.startsWith('/')) errors.push(invalid(path.child('path'), exported, 'must be an absolute path'))
  return errors
}

export function validateFlocker(source: FlockerVolumeSource, path: FieldPath): FieldError[] {
  const datasetName = source.datasetName ?? ''
  const datasetUUID = source.datasetUUID ?? ''
  const errors: FieldError[] = []
  if (datasetName === '' && datasetUUID === '') {
    errors.push(required(path, 'one of datasetName and datasetUUID is required'))
  }
  if (datasetName !== '' && datasetUUID !== '') {
    errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'))
  }
  if (datasetName.includes('/')) errors.push(invalid(path.child('datasetName'), datasetName, "must not contain '/'"))
  return errors
}

export function validateQuobyte(source: QuobyteVolumeSource, path: FieldPath): FieldError[] {
  const registry = source.registry ?? ''
  const tenant = source.tenant ?? ''
  const errors: FieldError[] = []
  const form = 'must be a host:port pair or multiple pairs separated by commas'
  if (registry === '') errors.push(required(path.child('registry'), form))
  else if (utf8Length(tenant) >= 65) {
    errors.push(required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters'))
  } else {
    for (const pair of registry.split(',')) {
      if (!isHostPort(pair)) errors.push(invalid(path.child('registry'), registry, form))
    }
  }
  return [...errors, ...requiredTexts(source, path, ['volume'])]
}

export function validateFC(source: FCVolumeSource, path: FieldPath): FieldError[] {
  const names = textsOf(source.targetWWNs)
  const ids = textsOf(source.wwids)
  const errors: FieldError[] = []
  if (names.length === 0 && ids.length === 0) {
    errors.push(required(path.child('targetWWNs'), 'must specify either targetWWNs or wwids, but not both'))
  }
  if (names.length > 0 && ids.length > 0) {
    const detail = 'targetWWNs and wwids can not be specified simultaneously'
    errors.push(invalid(path.child('targetWWNs'), names, detail))
  }
  if (names.length === 0) return errors
  const { lun } = source
  if (!isSet(lun)) errors.push(required(path.child('lun'), 'lun is required if targetWWNs is specified'))
  else if (lun < 0 || lun > 255) errors.push(invalid(path.child('lun'), lun, inclusiveRangeError(0, 255)))
  return errors
}

export function validateFlexVolume(source: FlexVolumeSource, path: FieldPath): FieldError[] {
  const errors = requiredTexts(source, path, ['driver'])
  for (const key of Object.keys(source.options ?? {}).sort(compareStrings)) {
    const [namespace = ''] = key.split('/', 1)
    const domain = `.${namespace.toLowerCase()}`
    if (!domain.endsWith('.kubernetes.io') && !domain.endsWith('.k8s.io')) continue
    errors.push(invalid(path.child('options').key(key), key, 'kubernetes.io and k8s.io namespaces are reserved'))
  }
  return errors
}

const cachingModes = ['None', 'ReadOnly', 'ReadWrite']
const diskKinds = ['Dedicated', 'Managed', 'Shared']
const managedDiskURI = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'
const blobDiskURI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'

export function validateAzureDisk(source: AzureDiskVolumeSource, path: FieldPath): FieldError[] {
  const errors = requiredTexts(source, path, ['diskName', 'diskURI'])
  const diskURI = source.diskURI ?? ''
  const { cachingMode, kind } = source
  if (isSet(cachingMode) && !cachingModes.includes(cachingMode)) {
    errors.push(notSupportedNamed(path.child('cachingMode'), cachingMode, cachingModes))
  }
  if (!isSet(kind)) return errors
  if (!diskKinds.includes(kind)) errors.push(notSupportedNamed(path.child('kind'), kind, diskKinds))
  const [prefix, form] = kind === 'Managed' ? ['/subscriptions/', managedDiskURI] : ['https://', blobDiskURI]
  if (!diskURI.startsWith(prefix)) errors.push(notSupported(path.child('diskURI'), diskURI, [form]))
  return errors
}

export function validateStorageOS(source: StorageOSVolumeSource, path: FieldPath): FieldError[] {
  const volumeName = source.volumeName ?? ''
  const volumeNamespace = source.volumeNamespace ?? ''
  const errors = requiredTexts(source, path, ['volumeName'])
  if (volumeName !== '') errors.push(...validateDNS1123Label(volumeName, path.child('volumeName')))
  if (volumeNamespace !== '') errors.push(...validateDNS1123Label(volumeNamespace, path.child('volumeNamespace')))
  return [...errors, ...secretNameErrors(source.secretRef, path.child('secretRef'))]
}

export function validateCSI(source: CSIVolumeSource, path: FieldPath): FieldError[] {
  const errors = validateCSIDriverName(source.driver ?? '', path.child('driver'))
  const secret = source.nodePublishSecretRef
  if (!isSet(secret)) return errors
  const name = secret.name ?? ''
  if (name === '') errors.push(required(path.child('nodePublishSecretRef', 'name'), ''))
  else for (const problem of nameIsDNSSubdomain(name, false)) errors.push(invalid(path.child('name'), name, problem))
  return errors
}
