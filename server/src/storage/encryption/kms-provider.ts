import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Timer } from 'apimachinery/wait'
import { identityHash } from '../../internal/identity-hash.js'
import type { TransformedValue, ValueTransformer } from '../value-transformer.js'
import { AESGCM, countingNonce } from './aes.js'
import {
  DEKSourceType,
  decodeEncryptedObject,
  type EncryptedObject,
  encodeEncryptedObject,
  keyIDProblem,
  validateEncryptedObject,
} from './encrypted-object.js'
import { EncryptionError } from './encryption-error.js'
import type { EncryptionObserver, KMSOperation } from './encryption-observer.js'
import { ExtendedNonceGCM } from './extended-nonce-gcm.js'
import type { KMSService, KMSStatus } from './kms-service.js'

/** Source: config.go of k8s.io/apiserver/pkg/server/options/encryptionconfig, envelope.go of …/encrypt/envelope/kmsv2. */
const healthyPeriod = 60_000
const unhealthyPeriod = 10_000
const writeFor = 180_000
const cacheFor = 24 * 60 * 60 * 1000
const keySize = 32

/** The key that new values are encrypted with. */
interface WriteState {
  readonly transformer: ValueTransformer
  /** Everything of a value but its data. */
  readonly envelope: EncryptedObject
  /** After this the plugin must have confirmed the key again, milliseconds since the epoch. */
  readonly expires: number
}

interface CachedKey {
  readonly transformer: Promise<ValueTransformer>
  readonly expires: number
}

/** Encrypts values with keys that a KMS plugin keeps secret, and follows the plugin when it changes its key. */
export class KMSProvider implements ValueTransformer {
  readonly #name: string
  readonly #service: KMSService
  readonly #clock: Clock
  readonly #sourceType: DEKSourceType
  readonly #keys = new Map<string, CachedKey>()
  readonly #observer: EncryptionObserver | undefined
  #state: WriteState | undefined
  #version: string | undefined
  #problem: Error | undefined
  #timer: Timer | undefined
  #closed = false

  constructor(parts: {
    name: string
    service: KMSService
    clock: Clock
    deriveKeys: boolean
    observer?: EncryptionObserver | undefined
  }) {
    this.#observer = parts.observer
    this.#name = parts.name
    this.#service = parts.service
    this.#clock = parts.clock
    this.#sourceType = parts.deriveKeys ? DEKSourceType.Seed : DEKSourceType.AESGCMKey
  }

  /** Calls the plugin for the first time, and from then on each minute; every ten seconds while it fails. */
  async start(): Promise<void> {
    await this.check().catch(() => undefined)
    if (this.#closed) return
    const period = this.#problem === undefined ? healthyPeriod : unhealthyPeriod
    this.#timer = this.#clock.setTimer(() => void this.start(), period)
  }

  /** Why the plugin cannot be used, as of its last call. */
  get problem(): Error | undefined {
    return this.#problem
  }

  /** Checks the status of the plugin, and gets a new key if the plugin has changed its own. */
  async check(): Promise<void> {
    try {
      const status = await this.#called('Status', () => this.#service.status()).catch((error: Error) => {
        throw new EncryptionError(
          'PluginFailed',
          `failed to perform status section of the healthz check for KMS Provider ${this.#name}, error: ${error.message}`,
        )
      })
      await this.#use(status)
      this.#problem = undefined
    } catch (error) {
      this.#problem = error as Error
      throw error
    }
  }

  async fromStorage(value: Uint8Array, key: string): Promise<TransformedValue> {
    const object = decodeEncryptedObject(value)
    const state = this.#state
    if (state === undefined) throw new EncryptionError('PluginFailed', 'got unexpected nil transformer')
    const transformer = await this.#keyOf(object)
    this.#observer?.keyUsed('from_storage', this.#name, object.keyID)
    const { data, stale } = await transformer.fromStorage(object.data, key)
    const { keyID, sourceType } = state.envelope
    return { data, stale: stale || object.keyID !== keyID || object.sourceType !== sourceType }
  }

  async toStorage(data: Uint8Array, key: string): Promise<Uint8Array> {
    const state = this.#state
    if (state === undefined) throw new EncryptionError('PluginFailed', 'got unexpected nil transformer')
    const { envelope, expires, transformer } = state
    const now = this.#clock.now()
    if (now > expires)
      throw new EncryptionError(
        'PluginFailed',
        `encryptedDEKSource with keyID hash ${JSON.stringify(identityHash(envelope.keyID))} expired at ${time(expires)} (current time is ${time(now)})`,
      )
    this.#remember(envelope, Promise.resolve(transformer))
    this.#observer?.keyUsed('to_storage', this.#name, envelope.keyID)
    return encodeEncryptedObject({ ...envelope, data: await transformer.toStorage(data, key) })
  }

  close(): void {
    this.#closed = true
    this.#timer?.stop()
    this.#service.close()
  }

  async #use({ healthz, version, keyID }: KMSStatus): Promise<void> {
    const problems: string[] = []
    if (healthz !== 'ok') problems.push(`got unexpected healthz status: ${healthz}`)
    if (version !== 'v2' && version !== 'v2beta1') problems.push(`expected KMSv2 API version v2, got ${version}`)
    else {
      this.#version ??= version
      if (this.#version !== version)
        problems.push(
          `KMSv2 API version should not change after the initial status response version ${this.#version}, got ${version}`,
        )
    }
    const wrong = keyIDProblem(keyID)
    if (wrong !== undefined) {
      this.#observer?.keyRefused(this.#name, keyID === '' ? 'empty' : 'too_long')
      problems.push(`got invalid KMSv2 KeyID hash ${JSON.stringify(identityHash(keyID))}: ${wrong}`)
    } else {
      this.#observer?.keyNamed(this.#name, keyID)
      await this.#rotate(keyID).catch((error: Error) => problems.push(error.message))
    }
    if (problems.length === 0) return
    const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`
    throw new EncryptionError('PluginFailed', `kmsv2 Provider ${this.#name} is not healthy, error: ${text}`)
  }

  async #rotate(keyID: string): Promise<void> {
    const expires = this.#clock.now() + writeFor
    if (this.#state?.envelope.keyID === keyID) {
      this.#state = { ...this.#state, expires }
      return
    }
    const uid = randomUUID()
    const secret = randomBytes(keySize)
    const {
      ciphertext: source,
      keyID: encryptedBy,
      annotations,
    } = await this.#called('Encrypt', () => this.#service.encrypt(uid, secret)).catch((error: Error) => {
      throw new EncryptionError(
        'PluginFailed',
        `failed to rotate DEK uid=${JSON.stringify(uid)}: failed to encrypt DEK, error: ${error.message}`,
      )
    })
    const envelope = { data: Uint8Array.of(0), keyID: encryptedBy, source, annotations, sourceType: this.#sourceType }
    validateEncryptedObject(envelope)
    if (encryptedBy !== keyID)
      throw new EncryptionError(
        'PluginFailed',
        `failed to rotate DEK uid=${JSON.stringify(uid)}, statusKeyIDHash=${JSON.stringify(identityHash(keyID))}, encryptKeyIDHash=${JSON.stringify(identityHash(encryptedBy))}`,
      )
    const derives = this.#sourceType === DEKSourceType.Seed
    const transformer = derives ? new ExtendedNonceGCM(secret) : new AESGCM(secret, countingNonce())
    this.#state = { transformer, envelope, expires }
  }

  #keyOf(object: EncryptedObject): Promise<ValueTransformer> {
    const known = this.#keys.get(cacheKey(object))
    if (known !== undefined && known.expires > this.#clock.now()) return known.transformer
    const { keyID, annotations, source: ciphertext, sourceType } = object
    this.#observer?.cacheMissed()
    const decrypt = () => this.#service.decrypt(randomUUID(), { ciphertext, keyID, annotations })
    const transformer = this.#called('Decrypt', decrypt).then(
      (secret) => (sourceType === DEKSourceType.Seed ? new ExtendedNonceGCM(secret) : new AESGCM(secret)),
      (error: Error) => {
        this.#keys.delete(cacheKey(object))
        throw new EncryptionError('PluginFailed', `failed to decrypt DEK, error: ${error.message}`, { cause: error })
      },
    )
    this.#remember(object, transformer)
    return transformer
  }

  async #called<R>(method: KMSOperation['method'], call: () => Promise<R>): Promise<R> {
    const start = performance.now()
    const report = (error?: unknown): void => {
      const operation = { provider: this.#name, method, seconds: (performance.now() - start) / 1000 }
      this.#observer?.kmsCalled(error === undefined ? operation : { ...operation, error })
    }
    try {
      const result = await call()
      report()
      return result
    } catch (error) {
      report(error)
      throw error
    }
  }

  #remember(object: EncryptedObject, transformer: Promise<ValueTransformer>): void {
    const now = this.#clock.now()
    for (const [key, { expires }] of this.#keys) if (expires <= now) this.#keys.delete(key)
    this.#keys.set(cacheKey(object), { transformer, expires: now + cacheFor })
    this.#observer?.keysCached(this.#name, this.#keys.size)
  }
}

function cacheKey({ sourceType, source, keyID, annotations }: EncryptedObject): string {
  const names = Object.keys(annotations).sort()
  const entries = names.map((name) => [name, Buffer.from(annotations[name]!).toString('base64')])
  return JSON.stringify([sourceType, Buffer.from(source).toString('base64'), keyID, entries])
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}
