import { createCipheriv } from 'node:crypto'
import type { Storage, ValueTransformer } from '@apimachinery/server/storage'
import { Encryption } from '@apimachinery/server/storage/encryption'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { describe, expect, it } from 'vitest'
import { type Pod, pod, podKey, podStorage } from '../pods.js'

const secret = (byte: number, length = 32) => Buffer.alloc(length, byte).toString('base64')
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bytes = (value: string) => new TextEncoder().encode(value)

function file(providers: string, resources = 'secrets'): string {
  const list = resources.split(' ').map((name) => `\n  - '${name}'`)
  return `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n- resources:${list.join('')}\n  providers:\n${providers}`
}

function keys(kind: string, ...names: string[]): string {
  const list = names.map((name) => `\n      - name: ${name}\n        secret: ${secret(name.charCodeAt(0))}`)
  return `  - ${kind}:\n      keys:${list.join('')}\n`
}

const identity = '  - identity: {}\n'
const load = async (providers: string) => (await Encryption.load(file(providers))).transformerFor('', 'secrets')

describe('a provider', () => {
  it.each([
    ['aesgcm', 'k8s:enc:aesgcm:v1:a:', 12 + 16],
    ['aescbc', 'k8s:enc:aescbc:v1:a:', 16 + 11],
    ['secretbox', 'k8s:enc:secretbox:v1:a:', 24 + 16],
  ])('%s writes its prefix, and reads what it wrote', async (kind, prefix, overhead) => {
    const transformer = await load(keys(kind, 'a') + identity)
    const sealed = await transformer.toStorage(bytes('hello'), '/key')
    expect(text(sealed).startsWith(prefix)).toBe(true)
    expect(text(sealed)).not.toContain('hello')
    expect(sealed.length).toBe(prefix.length + overhead + (kind === 'aescbc' ? 5 : 5))
    expect(await transformer.toStorage(bytes('hello'), '/key')).not.toEqual(sealed)
    const { data, stale } = await transformer.fromStorage(sealed, '/key')
    expect([text(data), stale]).toEqual(['hello', false])
    for (const length of [0, 1, 15, 16, 17, 5000]) {
      const value = Buffer.alloc(length, 7)
      const read = await transformer.fromStorage(await transformer.toStorage(value, '/key'), '/key')
      expect(Buffer.compare(value, read.data)).toBe(0)
    }
  })

  it('aesgcm ties a value to its key', async () => {
    const transformer = await load(keys('aesgcm', 'a'))
    const sealed = await transformer.toStorage(bytes('hello'), '/one')
    expect(() => transformer.fromStorage(sealed, '/two')).toThrow('cipher: message authentication failed')
  })

  it('aesgcm and aescbc take keys of 16 and 24 bytes', async () => {
    for (const kind of ['aesgcm', 'aescbc'])
      for (const length of [16, 24]) {
        const transformer = await load(`  - ${kind}:\n      keys:\n      - {name: k, secret: ${secret(1, length)}}\n`)
        const sealed = await transformer.toStorage(bytes('x'), '/key')
        expect(text((await transformer.fromStorage(sealed, '/key')).data)).toBe('x')
      }
  })

  it('identity refuses what is encrypted', async () => {
    const transformer = await load(identity)
    expect(await transformer.toStorage(bytes('plain'), '/key')).toEqual(bytes('plain'))
    expect(() => transformer.fromStorage(bytes('k8s:enc:aesgcm:v1:a:xx'), '/key')).toThrow('no matching prefix found')
  })

  it.each([
    ['k8s:enc:aescbc:v1:b:', 'no matching key was found for the provided AES transformer'],
    ['k8s:enc:aescbc:v1:a:short', 'the stored data was shorter than the required size'],
    [`k8s:enc:aescbc:v1:a:${'x'.repeat(17)}`, 'the stored data is not a multiple of the block size'],
    ['k8s:enc:aescbc:v1:a:0123456789abcdef', 'invalid PKCS7 data (empty or not padded)'],
  ])('says of %j what is wrong', async (value, message) => {
    const transformer = await load(keys('aescbc', 'a') + identity)
    expect(() => transformer.fromStorage(Buffer.from(value), '/key')).toThrow(message)
  })

  it('aescbc checks the padding', async () => {
    const cipher = createCipheriv('aes-256-cbc', Buffer.alloc(32, 'a'), Buffer.alloc(16)).setAutoPadding(false)
    const padded = Buffer.from(`${'x'.repeat(13)}\x01\x02\x03`)
    const value = Buffer.concat([
      Buffer.from('k8s:enc:aescbc:v1:a:'),
      Buffer.alloc(16),
      cipher.update(padded),
      cipher.final(),
    ])
    const transformer = await load(keys('aescbc', 'a'))
    expect(() => transformer.fromStorage(value, '/key')).toThrow('invalid padding on input')
  })
})

describe('rotation', () => {
  const sealedBy = async (transformer: ValueTransformer) => transformer.toStorage(bytes('hello'), '/key')

  it('reads with any key and writes with the first', async () => {
    const old = await sealedBy(await load(keys('aesgcm', 'a')))
    const rotated = await load(keys('aesgcm', 'b', 'a'))
    expect(await rotated.fromStorage(old, '/key')).toMatchObject({ stale: true })
    expect(text(await sealedBy(rotated))).toMatch(/^k8s:enc:aesgcm:v1:b:/)
    const moved = await load(keys('secretbox', 'c') + keys('aesgcm', 'b', 'a') + identity)
    expect(await moved.fromStorage(old, '/key')).toMatchObject({ stale: true })
    expect(await moved.fromStorage(bytes('plain'), '/key')).toMatchObject({ data: bytes('plain'), stale: true })
  })

  it('writes what is stale anew at an update that changes nothing', async () => {
    const kv = new MemoryKV()
    const encryption = await Encryption.load(file(identity, 'pods'))
    const storage: Storage<Pod> = podStorage(kv, { transformer: encryption.transformerFor('', 'pods') })
    await storage.create(podKey('a'), pod('a'))
    const raw = async () => text((await kv.range({ key: podKey('a') })).kvs[0]!.value)
    expect(await raw()).toMatch(/^\{/)
    await encryption.reload(file(keys('aescbc', 'a') + identity, 'pods'))
    const same = () =>
      storage.guaranteedUpdate(podKey('a'), { tryUpdate: async (current) => ({ object: current!.object }) })
    expect(await same()).toMatchObject({ changed: true })
    expect(await raw()).toMatch(/^k8s:enc:aescbc:v1:a:/)
    expect(await same()).toMatchObject({ changed: false })
    expect((await storage.get(podKey('a'))).object.metadata.name).toBe('a')
    await encryption.reload(file(keys('aescbc', 'b'), 'pods'))
    // What this process has read it need not read again; another would be refused.
    const other = podStorage(new MemoryKV({}, kv), { transformer: encryption.transformerFor('', 'pods') })
    await expect(other.get(podKey('a'))).rejects.toMatchObject({
      code: 'Internal',
      message:
        'unable to transform key "/registry/pods/ns/a": no matching key was found for the provided AES transformer',
    })
    encryption.close()
  })
})

describe('the configuration', () => {
  it('finds the provider by resource, group, and for all', async () => {
    const text = [
      'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:',
      '- resources: [secrets]\n  providers:\n',
      keys('aesgcm', 'a'),
      "- resources: ['*.apps']\n  providers:\n",
      keys('aescbc', 'b'),
      "- resources: ['*.*']\n  providers:\n",
      keys('secretbox', 'c'),
    ].join('\n')
    const encryption = await Encryption.load(text)
    const prefix = async (group: string, resource: string) =>
      Buffer.from(await encryption.transformerFor(group, resource).toStorage(bytes('x'), '/')).toString('latin1', 8, 15)
    expect([await prefix('', 'secrets'), await prefix('apps', 'deployments'), await prefix('', 'pods')]).toEqual([
      'aesgcm:',
      'aescbc:',
      'secretb',
    ])
  })

  it.each([
    ['', 'the encryption configuration is empty'],
    ['kind: Pod\napiVersion: v1', 'no kind "Pod" is registered for version "v1"'],
    [file(`${identity}    foo: {}\n`), 'strict decoding error: unknown field "resources[0].providers[0].foo"'],
    [file('  - {}\n'), 'resources[0].providers[0]: Invalid value:'],
    [file('  - aesgcm: {}\n'), 'resources[0].providers[0].aesgcm.keys: Required value: at least one keys is required'],
    [
      file('  - aescbc:\n      keys: [{name: a, secret: "????"}]\n'),
      'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded',
    ],
    [
      file(`  - secretbox:\n      keys: [{name: a, secret: "${secret(1, 16)}"}]\n`),
      'secret is not of the expected length, got 16, expected one of [32]',
    ],
    [file(identity, 'Secrets'), 'resource name should not contain capital letters'],
    [file(identity, '*'), "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"],
    [file(identity, 'secrets *.'), 'is not allowed as they will be masked'],
    [file(identity, 'secrets secrets'), 'the same resource cannot be specified multiple times'],
    [file(identity, '*.extensions'), "'extensions' group has been removed and cannot be used for encryption"],
    [
      file('  - kms: {name: a, apiVersion: v2, endpoint: "http://x"}\n'),
      'unsupported scheme "http" for KMS provider, only unix is supported',
    ],
    [file('  - kms: {name: "a:b", apiVersion: v2, endpoint: "unix:///x"}\n'), "must not contain ':'"],
    [file('  - kms: {name: a, endpoint: "unix:///x"}\n'), 'KMSv1 is deprecated'],
  ])('is refused: %#', async (text, message) => {
    await expect(Encryption.load(text)).rejects.toThrow(message)
  })

  it('has errors with codes: for its file, and for values that it cannot decrypt', async () => {
    await expect(Encryption.load('kind: Pod')).rejects.toMatchObject({ code: 'InvalidConfiguration' })
    const encryption = await Encryption.load(file(keys('aescbc', 'a'), 'pods'))
    const { fromStorage } = encryption.transformerFor('', 'pods')
    await expect((async () => fromStorage(bytes('k8s:enc:aescbc:v1:a:short'), '/'))()).rejects.toMatchObject({
      name: 'EncryptionError',
      code: 'InvalidValue',
    })
    encryption.close()
  })

  it('refuses rules that an earlier one hides', async () => {
    const hidden = `${file(identity, '*.*')}- resources: [pods]\n  providers:\n${identity}`
    await expect(Encryption.load(hidden)).rejects.toThrow('resource "pods" is masked by earlier rule "*.*"')
  })
})
