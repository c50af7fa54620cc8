import { isMachineryError } from '../../../errors/machinery-error.js'
import { base64Length } from '../../../internal/base64-length.js'
import { parseJSON } from '../../../json/parse-json.js'
import { errorsOfEach } from '../../../validation/errors-of-each.js'
import { type FieldError, invalid, required, tooLong } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { memberOf, textEntriesOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { bytesOfText } from '../../validation/pem.js'
import { maxDataSize, validateDataKey, validateImmutableData } from '../config-map/validation.js'
import type { Secret } from '../v1/types.gen.js'
import { tlsKeyPairProblem } from './tls-key-pair.js'

const serviceAccountName = 'kubernetes.io/service-account.name'

/** Checks a new Secret. */
export function validateSecret(secret: Secret): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const entries = textEntriesOf(secret.data)
  const size = entries.reduce((sum, [, value]) => sum + base64Length(value), 0)
  return [
    ...validateObjectMeta(secret.metadata, rules, fieldPath('metadata')),
    ...errorsOfEach(entries, ([key]) => validateDataKey(key, fieldPath('data'))),
    ...(size > maxDataSize ? [tooLong(fieldPath('data'), maxDataSize)] : []),
    ...typeErrors(secret),
  ]
}

/** The data that the type of a secret requires. */
function typeErrors(secret: Secret): FieldError[] {
  switch (secret.type) {
    case 'kubernetes.io/service-account-token': {
      if (memberOf(secret.metadata?.annotations, serviceAccountName)) return []
      return [required(fieldPath('metadata', 'annotations').key(serviceAccountName), '')]
    }
    case 'kubernetes.io/dockercfg':
      return dockerConfigErrors(secret, '.dockercfg')
    case 'kubernetes.io/dockerconfigjson':
      return dockerConfigErrors(secret, '.dockerconfigjson')
    case 'kubernetes.io/basic-auth': {
      const missing = missingKeys(secret, ['username', 'password'])
      return missing.length === 2 ? missing : []
    }
    case 'kubernetes.io/ssh-auth':
      return memberOf(secret.data, 'ssh-privatekey') ? [] : [requiredKey('ssh-privatekey')]
    case 'kubernetes.io/tls':
      return missingKeys(secret, ['tls.crt', 'tls.key'])
    default:
      return []
  }
}

function missingKeys({ data }: Secret, keys: readonly string[]): FieldError[] {
  return keys.filter((key) => !Object.hasOwn(data ?? {}, key)).map(requiredKey)
}

function requiredKey(key: string): FieldError {
  return required(fieldPath('data').key(key), '')
}

function dockerConfigErrors({ data }: Secret, key: string): FieldError[] {
  if (!Object.hasOwn(data ?? {}, key)) return [requiredKey(key)]
  const problem = jsonObjectProblem(bytesOfText(memberOf(data, key)))
  return problem === undefined ? [] : [invalid(fieldPath('data').key(key), '<secret contents redacted>', problem)]
}

/** Why Go cannot read the bytes into a map; undefined when it can. */
function jsonObjectProblem(bytes: Uint8Array): string | undefined {
  try {
    // Go replaces invalid bytes by U+FFFD.
    const value = parseJSON(new TextDecoder().decode(bytes))
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined
    return `json: cannot unmarshal ${goJSONType(value)} into Go value of type map[string]interface {}`
  } catch (error) {
    if (isMachineryError(error)) return error.message
    throw error
  }
}

function goJSONType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : 'number'
}

/** Checks a changed Secret: its type stays the same, and so does the data of an immutable one. */
export function validateSecretUpdate(secret: Secret, old: Secret): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(secret.metadata, old.metadata, fieldPath('metadata')),
    ...validateImmutableField(secret.type ?? '', old.type ?? '', fieldPath('type')).map((error) =>
      error.withJSONText(),
    ),
    ...validateImmutableData(secret, old, ['data']),
    ...validateSecret(secret),
  ]
}

/** Warnings about a Secret: a certificate and key that a TLS server could not use. */
export function warningsForSecret({ type, data }: Secret): readonly string[] {
  if (type !== 'kubernetes.io/tls') return []
  const problem = tlsKeyPairProblem(bytesOfText(memberOf(data, 'tls.crt')), bytesOfText(memberOf(data, 'tls.key')))
  return problem === undefined ? [] : [problem]
}
