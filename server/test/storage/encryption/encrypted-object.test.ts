import { describe, expect, it } from 'vitest'
import {
  decodeEncryptedObject,
  type EncryptedObject,
  encodeEncryptedObject,
  keyIDProblem,
  validateEncryptedObject,
} from '../../../src/storage/encryption/encrypted-object.js'
import { ExtendedNonceGCM } from '../../../src/storage/encryption/extended-nonce-gcm.js'

const object: EncryptedObject = {
  data: Buffer.from('data'),
  keyID: 'key',
  source: Buffer.from('source'),
  annotations: { 'a.example.com': Buffer.from('x') },
  sourceType: 1,
}
const long = (size: number) => 'x'.repeat(size)

// Facts of `validateEncryptedObject` of k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2.
describe('an encrypted object', () => {
  it('is read as it was written', () => {
    const read = decodeEncryptedObject(encodeEncryptedObject(object))
    expect({ ...read, data: Buffer.from(read.data), source: Buffer.from(read.source) }).toMatchObject({
      ...object,
      annotations: { 'a.example.com': expect.anything() },
    })
    expect(Buffer.from(read.annotations['a.example.com']!).toString()).toBe('x')
  })

  const source = 'failed to validate encrypted DEK source: encrypted DEK source is'
  const annotations = 'failed to validate annotations: '
  it.each<[Partial<EncryptedObject>, string]>([
    [{}, ''],
    [{ sourceType: 0 }, ''],
    [{ sourceType: 2 }, 'unknown encryptedDEKSourceType: 2'],
    [{ data: Buffer.alloc(0) }, 'encrypted data is empty'],
    [{ source: Buffer.alloc(0) }, `${source} empty`],
    [{ source: Buffer.alloc(1024) }, ''],
    [{ source: Buffer.alloc(1025) }, `${source} 1025 bytes, which exceeds the max size of 1024`],
    [{ keyID: '' }, 'failed to validate key id: keyID is empty'],
    [{ keyID: long(1024) }, ''],
    [{ keyID: long(1025) }, 'failed to validate key id: keyID is 1025 bytes, which exceeds the max size of 1024'],
    [{ annotations: {} }, ''],
    [{ annotations: { 'a.b.c': Buffer.alloc(32 * 1024 - 5) } }, ''],
    [
      { annotations: { 'a.b.c': Buffer.alloc(32 * 1024 - 4) } },
      `${annotations}total size of annotations is 32769, which exceeds the max size of 32768`,
    ],
  ])('%# is refused with its reason', (more, reason) => {
    const judge = () => validateEncryptedObject({ ...object, ...more })
    if (reason === '') expect(judge).not.toThrow()
    else expect(judge).toThrow(expect.objectContaining({ code: 'InvalidValue', message: reason }))
    if (reason === '') expect(() => encodeEncryptedObject({ ...object, ...more })).not.toThrow()
    else expect(() => encodeEncryptedObject({ ...object, ...more })).toThrow(reason)
  })

  it('has several reasons', () => {
    const wrong = { a: Buffer.alloc(1), b: Buffer.alloc(1) }
    expect(() => validateEncryptedObject({ ...object, annotations: wrong })).toThrow(
      /^failed to validate annotations: \[annotations: .+ should be .+, annotations: .+ should be .+\]$/,
    )
  })

  it('has a key whose name is counted in bytes', () => {
    expect(keyIDProblem('é'.repeat(512))).toBeUndefined()
    expect(keyIDProblem('é'.repeat(513))).toBe('keyID is 1026 bytes, which exceeds the max size of 1024')
  })
})

describe('values under keys of their own', () => {
  const seed = Buffer.alloc(32, 7)

  it('are read with the seed and the name of the value', async () => {
    const gcm = new ExtendedNonceGCM(seed)
    const [one, two] = [gcm.toStorage(Buffer.from('x'), '/k'), gcm.toStorage(Buffer.from('x'), '/k')]
    expect(Buffer.from(one)).not.toEqual(Buffer.from(two))
    for (const value of [one, two]) expect(Buffer.from(gcm.fromStorage(value, '/k').data).toString()).toBe('x')
    expect(() => gcm.fromStorage(one, '/other')).toThrow('message authentication failed')
  })

  it.each([0, 31])('of %i bytes are too short', (length) => {
    const text = 'the stored data was shorter than the required size'
    expect(() => new ExtendedNonceGCM(seed).fromStorage(Buffer.alloc(length), '/k')).toThrow(
      expect.objectContaining({ code: 'InvalidValue', message: text }),
    )
  })

  it('need a whole seed', () => {
    expect(() => new ExtendedNonceGCM(Buffer.alloc(31))).toThrow('invalid seed length 31 used for key generation')
  })
})
