import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encryption } from '@apimachinery/server/storage/encryption'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { decodeEncryptedObject, encodeEncryptedObject } from '../../../src/storage/encryption/encrypted-object.js'
import { settled } from '../cached.js'
import { FakeKMS, serveKMS } from './fake-kms.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: Uint8Array) => Buffer.from(value).toString()
const prefix = 'k8s:enc:kms:v2:plugin:'

function file(endpoint = 'unix:///kms.sock'): string {
  return `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [secrets]
  providers:
  - kms: {apiVersion: v2, name: plugin, endpoint: "${endpoint}", timeout: 3s}
  - identity: {}
`
}

async function open(kms = new FakeKMS(), options: { deriveKeys?: boolean } = {}) {
  const clock = new FakeClock()
  const encryption = await Encryption.load(file(), { clock, connect: () => kms, ...options })
  return { clock, kms, encryption, secrets: encryption.transformerFor('', 'secrets') }
}

describe('a KMS plugin', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('keeps the key of values (derived keys: %s)', async (deriveKeys, sourceType) => {
    const { kms, secrets } = await open(new FakeKMS(), { deriveKeys })
    const sealed = await secrets.toStorage(bytes('hello'), '/key')
    expect(text(sealed.subarray(0, prefix.length))).toBe(prefix)
    const object = decodeEncryptedObject(sealed.subarray(prefix.length))
    expect(object).toMatchObject({ keyID: 'key-1', sourceType })
    expect(object.data.length).toBe(5 + 28 + (deriveKeys ? 32 : 0))
    expect(await secrets.fromStorage(sealed, '/key')).toMatchObject({ data: Buffer.from('hello'), stale: false })
    expect(kms.decryptions).toBe(0)
    await expect(secrets.fromStorage(sealed, '/other')).rejects.toThrow('cipher: message authentication failed')
    // Another server asks the plugin, once for all values under one key, whichever way it writes itself.
    const other = await open(new FakeKMS(), { deriveKeys: !deriveKeys })
    const read = await Promise.all([1, 2, 3].map(() => other.secrets.fromStorage(sealed, '/key')))
    expect(read.map(({ data, stale }) => [text(data), stale])).toEqual(Array(3).fill(['hello', true]))
    expect(other.kms.decryptions).toBe(1)
  })

  it('is asked again about what differs in any part, and not about the order of annotations', async () => {
    const { secrets } = await open()
    const sealed = await secrets.toStorage(bytes('hello'), '/key')
    const object = decodeEncryptedObject(sealed.subarray(prefix.length))
    const kms = new FakeKMS()
    const other = await open(kms)
    const read = async (more: Partial<typeof object>) => {
      const value = Buffer.concat([bytes(prefix), encodeEncryptedObject({ ...object, ...more })])
      const { data } = await other.secrets.fromStorage(value, '/key')
      return [text(data), kms.decryptions]
    }
    const hint = object.annotations['hint.example.com'] as Uint8Array
    const [first, second] = [{ 'hint.example.com': hint }, { 'b.example.com': bytes('x') }]
    expect(await read({})).toEqual(['hello', 1])
    expect(await read({ annotations: { ...first, ...second } })).toEqual(['hello', 2])
    expect(await read({ annotations: { ...second, ...first } })).toEqual(['hello', 2])
    expect(await read({ annotations: { ...first, 'b.example.com': bytes('y') } })).toEqual(['hello', 3])
    await expect(read({ annotations: { 'hint.example.com': bytes('no') } })).rejects.toThrow('wrong annotations')
    await expect(read({ keyID: 'key-2' })).rejects.toThrow('wrong annotations')
    await expect(read({ source: bytes('other'.repeat(10)) })).rejects.toThrow()
    expect(await read({})).toEqual(['hello', kms.decryptions])
  })

  it('changes its key: new values have the new one, old ones are stale', async () => {
    const { kms, secrets, clock } = await open()
    const old = await secrets.toStorage(bytes('hello'), '/key')
    kms.keyID = 'key-2'
    clock.step(60_000)
    await settled()
    expect(await secrets.fromStorage(old, '/key')).toMatchObject({ stale: true })
    const sealed = await secrets.toStorage(bytes('hello'), '/key')
    expect(decodeEncryptedObject(sealed.subarray(prefix.length)).keyID).toBe('key-2')
    expect(await secrets.fromStorage(sealed, '/key')).toMatchObject({ stale: false })
  })

  it('that is gone is noticed: reads go on, writes for three minutes', async () => {
    const { kms, secrets, clock, encryption } = await open()
    const sealed = await secrets.toStorage(bytes('hello'), '/key')
    kms.failing = true
    for (let i = 0; i < 4; i++) {
      clock.step(60_000)
      await settled()
    }
    expect(encryption.problems()).toEqual([
      'kms-provider-0: failed to perform status section of the healthz check for KMS Provider plugin, error: plugin is down',
    ])
    expect(await secrets.fromStorage(sealed, '/key')).toMatchObject({ stale: false })
    await expect(secrets.toStorage(bytes('x'), '/key')).rejects.toThrow(
      /^encryptedDEKSource with keyID hash "sha256:[0-9a-f]+" expired at [-0-9]{10}T[:0-9]{8}Z \(current time is [-0-9]{10}T[:0-9]{8}Z\)$/,
    )
    kms.failing = false
    clock.step(10_000)
    await settled()
    expect(encryption.problems()).toEqual([])
    await secrets.toStorage(bytes('x'), '/key')
    encryption.close()
    expect([clock.pendingTimers, kms.closed]).toEqual([0, true])
  })

  it('that says something else than it should is not used', async () => {
    const kms = new FakeKMS()
    kms.healthz = 'sick'
    kms.version = 'v1'
    kms.keyID = ''
    const { encryption, secrets } = await open(kms)
    expect(encryption.problems()[0]).toMatch(
      /kmsv2 Provider plugin is not healthy, error: \[got unexpected healthz status: sick, expected KMSv2 API version v2, got v1, got invalid KMSv2 KeyID hash "": keyID is empty\]$/,
    )
    await expect(secrets.toStorage(bytes('x'), '/key')).rejects.toThrow('got unexpected nil transformer')
  })

  it('is closed some time after another file was taken', async () => {
    const { kms, clock, encryption } = await open()
    await encryption.reload(file().replace(/ {2}- kms.*\n/, ''))
    clock.step(5999)
    expect(kms.closed).toBe(false)
    clock.step(1)
    expect([kms.closed, clock.pendingTimers]).toEqual([true, 0])
  })

  it('is reached over gRPC on a socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kms-'))
    const endpoint = `unix://${folder}/kms.sock`
    const fake = new FakeKMS()
    const stop = await serveKMS(fake, endpoint)
    const first = await Encryption.load(file(endpoint))
    expect(first.problems()).toEqual([])
    const sealed = await first.transformerFor('', 'secrets').toStorage(bytes('hello'), '/key')
    const second = await Encryption.load(file(endpoint))
    const { data } = await second.transformerFor('', 'secrets').fromStorage(sealed, '/key')
    expect([text(data), fake.decryptions]).toEqual(['hello', 1])
    first.close()
    second.close()
    stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
