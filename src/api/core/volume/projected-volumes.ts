import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import type { PodCheck } from '../pod/pod-check.js'
import type {
  ClusterTrustBundleProjection,
  DownwardAPIProjection,
  KeyToPath,
  PodCertificateProjection,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '../v1/types.gen.js'
import { validateDownwardAPIFile, validateFileMode, validateKeyToPath } from './key-paths.js'
import { validateLocalNonReservedPath } from './local-paths.js'
import {
  clusterTrustBundleNameProblems,
  isKubernetesSignerName,
  signerOfClusterTrustBundle,
  validateSignerName,
} from './signer-name.js'
import { validateUserAnnotations } from './user-annotations.js'

/** Shared state of the sources of one projected volume. */
interface Projection {
  readonly check: PodCheck
  /** Path of the volume source, where Go reports paths that two sources have. */
  readonly volume: FieldPath
  readonly taken: Set<string>
}

/** Checks a volume that combines several sources. */
export function validateProjectedVolume(source: ProjectedVolumeSource, path: FieldPath, check: PodCheck): void {
  appendAll(check.errors, validateFileMode(source.defaultMode, path.child('defaultMode')))
  const projection: Projection = { check, volume: path, taken: new Set() }
  for (const [i, item] of structsOf(source.sources).entries()) {
    validateSource(item, path.child('sources').index(i), projection)
  }
}

function validateSource(source: VolumeProjection, path: FieldPath, projection: Projection): void {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source
  if (isSet(secret)) validateKeys(secret, path.child('secret'), projection)
  if (isSet(configMap)) validateKeys(configMap, path.child('configMap'), projection)
  if (isSet(downwardAPI)) validateDownwardAPI(downwardAPI, path.child('downwardAPI'), projection)
  if (isSet(serviceAccountToken)) validateToken(serviceAccountToken, path.child('serviceAccountToken'), projection)
  if (isSet(clusterTrustBundle)) validateTrustBundle(clusterTrustBundle, path.child('clusterTrustBundle'), projection)
  if (isSet(podCertificate)) validateCertificate(podCertificate, path.child('podCertificate'), projection)
  const set = [secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate].filter(isSet)
  if (set.length > 1) {
    projection.check.errors.push(forbidden(path, 'may not specify more than 1 volume type per source'))
  }
}

/** Remembers a path; one that another source has is reported with `shown` as the value. */
function take(file: string, shown: string, { check, volume, taken }: Projection): void {
  if (taken.has(file)) check.errors.push(invalid(volume, shown, 'conflicting duplicate paths'))
  else taken.add(file)
}

function validateKeys(
  source: { name?: string | undefined; items?: KeyToPath[] | undefined },
  path: FieldPath,
  projection: Projection,
): void {
  const { errors } = projection.check
  const name = source.name ?? ''
  if (name === '') errors.push(required(path.child('name'), ''))
  for (const [i, item] of structsOf(source.items).entries()) {
    appendAll(errors, validateKeyToPath(item, path.child('items').index(i)))
    if ((item.path ?? '') !== '') take(item.path, name, projection)
  }
}

function validateDownwardAPI(source: DownwardAPIProjection, path: FieldPath, projection: Projection): void {
  for (const item of structsOf(source.items)) {
    appendAll(projection.check.errors, validateDownwardAPIFile(item, path))
    if ((item.path ?? '') !== '') take(item.path, item.path, projection)
  }
}

const tenMinutes = 600

function validateToken(source: ServiceAccountTokenProjection, path: FieldPath, projection: Projection): void {
  const { errors, options } = projection.check
  const seconds = source.expirationSeconds ?? 0
  if (seconds < tenMinutes) {
    errors.push(invalid(path.child('expirationSeconds'), seconds, 'may not specify a duration less than 10 minutes'))
  }
  if (seconds > 2 ** 32) {
    const detail = 'may not specify a duration larger than 2^32 seconds'
    errors.push(invalid(path.child('expirationSeconds'), seconds, detail))
  }
  const file = source.path ?? ''
  const at = projection.volume.child('path')
  if (file === '') errors.push(required(at, ''))
  else if (!options.allowNonLocalProjectedTokenPath) appendAll(errors, validateLocalNonReservedPath(file, at))
}

function validateTrustBundle(source: ClusterTrustBundleProjection, path: FieldPath, projection: Projection): void {
  const { errors } = projection.check
  const { name, signerName, labelSelector } = source
  if (isSet(name) && isSet(signerName)) {
    errors.push(
      invalidStruct('ClusterTrustBundleProjection', source, {
        path,
        detail: 'only one of name and signerName may be used',
      }),
    )
  } else if (isSet(name)) {
    appendAll(errors, trustBundleNameErrors(name, path))
    if (isSet(labelSelector)) {
      const detail = 'labelSelector must be unset if name is specified'
      errors.push(invalidStruct('LabelSelector', labelSelector, { path: path.child('labelSelector'), detail }))
    }
  } else if (isSet(signerName)) {
    if (signerName === '') errors.push(required(path.child('signerName'), 'must be a valid signer name'))
    appendAll(errors, validateSignerName(signerName, path.child('signerName')))
    appendAll(errors, validateLabelSelector(labelSelector, {}, path.child('labelSelector')))
  } else errors.push(required(path, 'either name or signerName must be specified'))
  const file = source.path ?? ''
  if (file === '') errors.push(required(path.child('path'), ''))
  appendAll(errors, validateLocalNonReservedPath(file, path.child('path')))
  take(file, file, projection)
}

function trustBundleNameErrors(name: string, path: FieldPath): FieldError[] {
  const errors = name === '' ? [required(path.child('name'), 'must be a valid object name')] : []
  for (const problem of clusterTrustBundleNameProblems(name, signerOfClusterTrustBundle(name))) {
    errors.push(invalid(path.child('name'), name, `not a valid clustertrustbundlename: ${problem}`))
  }
  return errors
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']
const certificatePaths = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const
const hour = 3600
const day = 24 * hour

function validateCertificate(source: PodCertificateProjection, path: FieldPath, projection: Projection): void {
  const { errors } = projection.check
  appendAll(errors, validateSignerName(source.signerName ?? '', path.child('signerName')))
  if (isSet(source.userAnnotations)) {
    appendAll(errors, validateUserAnnotations(source.userAnnotations, path.child('userAnnotations')))
  }
  const keyType = source.keyType ?? ''
  if (!keyTypes.includes(keyType)) errors.push(notSupported(path.child('keyType'), keyType, keyTypes))
  appendAll(errors, expirationErrors(source, path.child('maxExpirationSeconds')))
  let files = 0
  for (const name of certificatePaths) {
    const file = source[name] ?? ''
    if (file === '') continue
    files++
    appendAll(errors, validateLocalNonReservedPath(file, path.child(name)))
    take(file, file, projection)
  }
  if (files > 0) return
  errors.push(required(path, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath'))
}

function expirationErrors(source: PodCertificateProjection, path: FieldPath): FieldError[] {
  const seconds = source.maxExpirationSeconds
  if (!isSet(seconds)) return []
  const most = isKubernetesSignerName(source.signerName ?? '') ? day : 91 * day
  if (seconds < hour) return [invalid(path, seconds, `if provided, maxExpirationSeconds must be >= ${hour}`)]
  return seconds > most ? [invalid(path, seconds, `if provided, maxExpirationSeconds must be <= ${most}`)] : []
}
