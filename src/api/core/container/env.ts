import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isConfigMapKey, isRelaxedEnvVarName } from '../../../validation/format-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet } from '../../validation/go-values.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { EnvFromSource, EnvVar, EnvVarSource, FileKeySelector } from '../v1/types.gen.js'
import { validatePathNoBacksteps } from '../volume/local-paths.js'
import { envFieldPaths, validateObjectFieldSelector, validateResourceFieldSelector } from './downward-api.js'

/** Checks environment variables of a container. */
export function validateEnv(vars: readonly EnvVar[], path: FieldPath, check: PodCheck): void {
  for (const [i, variable] of vars.entries()) {
    const at = path.index(i)
    const name = variable.name ?? ''
    if (name === '') check.errors.push(required(at.child('name'), ''))
    else for (const problem of isRelaxedEnvVarName(name)) check.errors.push(invalid(at.child('name'), name, problem))
    if (isSet(variable.valueFrom)) validateValueFrom(variable, at.child('valueFrom'), check)
  }
}

function validateValueFrom(variable: EnvVar, path: FieldPath, { errors, options }: PodCheck): void {
  const sources = sourcesOf(variable.valueFrom ?? {}, path)
  for (const found of sources) appendAll(errors, found)
  if (sources.length === 0) {
    const names = options.allowEnvFiles
      ? '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
      : '`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'
    errors.push(invalid(path, '', `must specify one of: ${names}`))
  } else if ((variable.value ?? '') !== '') {
    errors.push(invalid(path, '', 'may not be specified when `value` is not empty'))
  } else if (sources.length > 1) {
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'))
  }
}

/** The errors of each source that is set. */
function sourcesOf(from: EnvVarSource, path: FieldPath): FieldError[][] {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = from
  const found: FieldError[][] = []
  if (isSet(fieldRef)) found.push(validateObjectFieldSelector(fieldRef, envFieldPaths, path.child('fieldRef')))
  if (isSet(resourceFieldRef)) {
    found.push(validateResourceFieldSelector(resourceFieldRef, false, path.child('resourceFieldRef')))
  }
  if (isSet(configMapKeyRef)) found.push(validateKeySelector(configMapKeyRef, path.child('configMapKeyRef')))
  if (isSet(secretKeyRef)) found.push(validateKeySelector(secretKeyRef, path.child('secretKeyRef')))
  if (isSet(fileKeyRef)) found.push(validateFileKeySelector(fileKeyRef, path.child('fileKeyRef')))
  return found
}

function validateKeySelector(selector: { name?: string | undefined; key: string }, path: FieldPath): FieldError[] {
  const name = selector.name ?? ''
  const key = selector.key ?? ''
  const errors = nameErrors(name, false, path.child('name'))
  if (key === '') errors.push(required(path.child('key'), ''))
  else for (const problem of isConfigMapKey(key)) errors.push(invalid(path.child('key'), key, problem))
  return errors
}

function nameErrors(name: string, prefix: boolean, path: FieldPath): FieldError[] {
  return nameIsDNSSubdomain(name ?? '', prefix).map((problem) => invalid(path, name, problem))
}

function validateFileKeySelector(selector: FileKeySelector, path: FieldPath): FieldError[] {
  const key = selector.key ?? ''
  const volumeName = selector.volumeName ?? ''
  const file = selector.path ?? ''
  const errors: FieldError[] = []
  if (key === '') errors.push(required(path.child('key'), ''))
  else for (const problem of isRelaxedEnvVarName(key)) errors.push(invalid(path.child('key'), key, problem))
  if (volumeName === '') errors.push(required(path.child('volumeName'), ''))
  else appendAll(errors, validateDNS1123Label(volumeName, path.child('volumeName')))
  if (file === '') errors.push(required(path.child('path'), ''))
  else appendAll(errors, validatePathNoBacksteps(file, path.child('path')))
  return errors
}

/** Checks the sources of many environment variables at once. */
export function validateEnvFrom(sources: readonly EnvFromSource[], path: FieldPath, check: PodCheck): void {
  const { errors } = check
  for (const [i, source] of sources.entries()) {
    const at = path.index(i)
    const prefix = source.prefix ?? ''
    if (prefix !== '') {
      for (const problem of isRelaxedEnvVarName(prefix)) errors.push(invalid(at.child('prefix'), prefix, problem))
    }
    const { configMapRef, secretRef } = source
    if (isSet(configMapRef)) appendAll(errors, validateEnvSourceName(configMapRef.name ?? '', at.child('configMapRef')))
    if (isSet(secretRef)) appendAll(errors, validateEnvSourceName(secretRef.name ?? '', at.child('secretRef')))
    if (!isSet(configMapRef) && !isSet(secretRef)) {
      errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'))
    } else if (isSet(configMapRef) && isSet(secretRef)) {
      errors.push(invalid(path, '', 'may not have more than one field specified at a time'))
    }
  }
}

function validateEnvSourceName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path.child('name'), '')] : nameErrors(name, true, path.child('name'))
}
