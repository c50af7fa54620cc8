import { fieldPath, isFullyQualifiedDomainName } from 'apimachinery/validation'
import { EncryptionError } from './encryption-error.js'
import { decodeEncryptedObjectMessage, encodeEncryptedObjectMessage } from './kms.gen.js'
import type { Annotations } from './kms-service.js'

/** How the key of a value comes from the plaintext of its source. */
export enum DEKSourceType {
  /** It is the key. */
  AESGCMKey = 0,
  /** It is a seed from which each value has a key of its own. */
  Seed = 1,
}

/**
 * A value that was encrypted with a key which a KMS plugin has encrypted.
 * Source: `EncryptedObject` of k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2/v2.
 */
export interface EncryptedObject {
  readonly data: Uint8Array
  readonly keyID: string
  /** The key or seed, encrypted by the plugin. */
  readonly source: Uint8Array
  readonly annotations: Annotations
  readonly sourceType: number
}

const largestAnnotations = 32 * 1024
const largestKeyID = 1024
const largestSource = 1024

export function encodeEncryptedObject(object: EncryptedObject): Uint8Array {
  validateEncryptedObject(object)
  const { data, keyID, source, annotations, sourceType } = object
  return encodeEncryptedObjectMessage({
    encryptedData: data,
    keyId: keyID,
    encryptedDekSource: source,
    annotations,
    encryptedDekSourceType: sourceType,
  })
}

export function decodeEncryptedObject(bytes: Uint8Array): EncryptedObject {
  const message = decodeEncryptedObjectMessage(bytes)
  const object = {
    data: message.encryptedData,
    keyID: message.keyId,
    source: message.encryptedDekSource,
    annotations: message.annotations,
    sourceType: message.encryptedDekSourceType,
  }
  validateEncryptedObject(object)
  return object
}

/** Throws in upstream's words where an object is not as it must be. */
export function validateEncryptedObject({ data, keyID, source, annotations, sourceType }: EncryptedObject): void {
  if (sourceType !== DEKSourceType.AESGCMKey && sourceType !== DEKSourceType.Seed)
    throw new EncryptionError('InvalidValue', `unknown encryptedDEKSourceType: ${sourceType}`)
  if (data.length === 0) throw new EncryptionError('InvalidValue', 'encrypted data is empty')
  if (source.length === 0)
    throw new EncryptionError('InvalidValue', 'failed to validate encrypted DEK source: encrypted DEK source is empty')
  if (source.length > largestSource)
    throw new EncryptionError(
      'InvalidValue',
      `failed to validate encrypted DEK source: encrypted DEK source is ${source.length} bytes, which exceeds the max size of ${largestSource}`,
    )
  const problem = keyIDProblem(keyID)
  if (problem !== undefined) throw new EncryptionError('InvalidValue', `failed to validate key id: ${problem}`)
  validateAnnotations(annotations)
}

/** The problem of the name of a key. */
export function keyIDProblem(keyID: string): string | undefined {
  if (keyID === '') return 'keyID is empty'
  const size = Buffer.byteLength(keyID)
  return size > largestKeyID ? `keyID is ${size} bytes, which exceeds the max size of ${largestKeyID}` : undefined
}

function validateAnnotations(annotations: Annotations): void {
  const problems: string[] = []
  let size = 0
  for (const [name, value] of Object.entries(annotations)) {
    for (const problem of isFullyQualifiedDomainName(fieldPath('annotations'), name)) problems.push(problem.message)
    size += Buffer.byteLength(name) + value.length
  }
  if (size > largestAnnotations)
    problems.push(`total size of annotations is ${size}, which exceeds the max size of ${largestAnnotations}`)
  if (problems.length === 0) return
  const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`
  throw new EncryptionError('InvalidValue', `failed to validate annotations: ${text}`)
}
