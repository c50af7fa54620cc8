import { appendAll } from '../../../internal/append-all.js'
import { isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { nameIsDNSSubdomain, validateNamespaceName } from '../../../validation/object-name-rules.js'
import { validatePositiveQuantity } from '../../validation/field-rules.js'
import { isSet, memberOf, textsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { amountOf, validateResourceQuantityValue } from '../resource-list/resource-amounts.js'
import type { PersistentVolumeClaimSpec, TypedLocalObjectReference, TypedObjectReference } from '../v1/types.gen.js'

/** Settings of {@link validatePersistentVolumeClaimSpec}. */
export interface ClaimSpecOptions {
  /** Allows invalid values in label selectors, because the old object has them. */
  readonly allowInvalidLabelValueInSelector?: boolean
  /** The group of a data source may be no domain, as the old object has. */
  readonly allowInvalidAPIGroupInDataSource?: boolean
}

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
/** How volumes are presented to pods. */
export const volumeModes: readonly string[] = ['Block', 'Filesystem']

/** Checks the specification of a claim, alone or in a template. */
export function validatePersistentVolumeClaimSpec(
  given: PersistentVolumeClaimSpec | null | undefined,
  path: FieldPath,
  options: ClaimSpecOptions = {},
): FieldError[] {
  const spec = given ?? {}
  const errors: FieldError[] = []
  if (textsOf(spec.accessModes).length === 0) {
    errors.push(required(path.child('accessModes'), 'at least 1 access mode is required'))
  }
  const { allowInvalidLabelValueInSelector = false } = options
  appendAll(errors, validateLabelSelector(spec.selector, { allowInvalidLabelValueInSelector }, path.child('selector')))
  appendAll(errors, validateAccessModes(textsOf(spec.accessModes), path.child('accessModes')))
  errors.push(...storageErrors(spec, path.child('resources').key('storage')))
  errors.push(...classNameErrors(spec.storageClassName, path.child('storageClassName')))
  if (isSet(spec.volumeMode) && !volumeModes.includes(spec.volumeMode)) {
    errors.push(notSupportedNamed(path.child('volumeMode'), spec.volumeMode, volumeModes))
  }
  errors.push(...dataSourceErrors(spec, path, options))
  errors.push(...classNameErrors(spec.volumeAttributesClassName, path.child('volumeAttributesClassName')))
  return errors
}

/** Checks access modes: known ones, and the exclusive one alone. */
export function validateAccessModes(modes: readonly string[], path: FieldPath): FieldError[] {
  const errors = modes
    .filter((mode) => !accessModes.includes(mode))
    .map((mode) => notSupportedNamed(path, mode, accessModes))
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && accessModes.includes(mode))
  if (others && modes.includes('ReadWriteOncePod')) {
    errors.push(forbidden(path, 'may not use ReadWriteOncePod with other access modes'))
  }
  return errors
}

function storageErrors(spec: PersistentVolumeClaimSpec, path: FieldPath): FieldError[] {
  const storage = memberOf(spec.resources?.requests, 'storage')
  if (storage === undefined) return [required(path, '')]
  const amount = amountOf(storage)
  const errors = validatePositiveQuantity(amount, path)
  return errors.length > 0 ? errors : validateResourceQuantityValue('storage', amount, path)
}

function classNameErrors(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(name) || name === '') return []
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

function dataSourceErrors(spec: PersistentVolumeClaimSpec, path: FieldPath, options: ClaimSpecOptions): FieldError[] {
  const { dataSource, dataSourceRef } = spec
  const errors: FieldError[] = []
  if (isSet(dataSource)) errors.push(...sourceErrors(dataSource, path.child('dataSource'), options))
  if (isSet(dataSourceRef)) errors.push(...sourceErrors(dataSourceRef, path.child('dataSourceRef'), options))
  if (!isSet(dataSource) || !isSet(dataSourceRef)) return errors
  // Go shows the path of the other field as the value, and has no JSON for it.
  if ((dataSourceRef.namespace ?? '') !== '') {
    errors.push(invalid(path, {}, 'may not be specified when dataSourceRef.namespace is specified'))
  } else if (!isSameSource(dataSource, dataSourceRef)) errors.push(invalid(path, {}, 'must match dataSourceRef'))
  return errors
}

function sourceErrors(
  source: TypedLocalObjectReference & Pick<TypedObjectReference, 'namespace'>,
  path: FieldPath,
  options: ClaimSpecOptions,
): FieldError[] {
  const name = source.name ?? ''
  const kind = source.kind ?? ''
  const { apiGroup, namespace } = source
  const group = apiGroup ?? ''
  const errors: FieldError[] = []
  if (name === '') errors.push(required(path.child('name'), ''))
  if (kind === '') errors.push(required(path.child('kind'), ''))
  if (group === '' && kind !== 'PersistentVolumeClaim') {
    errors.push(invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"))
  }
  if (group !== '' && !options.allowInvalidAPIGroupInDataSource) {
    for (const problem of isDNS1123Subdomain(group)) errors.push(invalid(path.child('apiGroup'), group, problem))
  }
  if (isSet(namespace) && namespace !== '') {
    for (const problem of validateNamespaceName(namespace, false)) {
      errors.push(invalid(path.child('namespace'), namespace, problem))
    }
  }
  return errors
}

function isSameSource(a: TypedLocalObjectReference, b: TypedObjectReference): boolean {
  return (a.apiGroup ?? null) === (b.apiGroup ?? null) && a.kind === b.kind && a.name === b.name
}
