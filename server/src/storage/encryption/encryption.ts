import { parseDuration } from 'apimachinery/scalar'
import { parseGroupResource } from 'apimachinery/schema'
import { type Clock, systemClock, type Timer } from 'apimachinery/wait'
import type { ValueTransformer } from '../value-transformer.js'
import { AESCBC, AESGCM } from './aes.js'
import { parseConfiguration } from './configuration.js'
import type { KeysConfiguration, KMSConfiguration, ProviderConfiguration } from './configuration-types.js'
import { EncryptionError } from './encryption-error.js'
import type { EncryptionObserver } from './encryption-observer.js'
import { identityTransformer } from './identity.js'
import { KMSProvider } from './kms-provider.js'
import { GRPCKMSService, type KMSService } from './kms-service.js'
import { type PrefixTransformer, PrefixTransformers } from './prefix-transformer.js'
import { Secretbox } from './secretbox.js'

export interface EncryptionOptions {
  readonly clock?: Clock | undefined
  /** False: values are encrypted with the key itself and not with keys derived from it. Both can always be read. */
  readonly deriveKeys?: boolean | undefined
  /** For metrics. */
  readonly observer?: EncryptionObserver | undefined
  /** Connects to a plugin; `timeout` in milliseconds. */
  readonly connect?: ((endpoint: string, timeout: number) => KMSService) | undefined
}

interface Complete extends EncryptionOptions {
  readonly clock: Clock
  readonly deriveKeys: boolean
  readonly connect: (endpoint: string, timeout: number) => KMSService
}

interface Table {
  readonly transformers: ReadonlyMap<string, ValueTransformer>
  readonly providers: readonly KMSProvider[]
  /** Milliseconds that calls of plugins may take. */
  readonly timeouts: number
}

/**
 * Encryption at rest by upstream's configuration file. What it writes kube-apiserver reads, and the reverse. After
 * `reload` all transformers that were given out work by the new file.
 * Source: k8s.io/apiserver/pkg/server/options/encryptionconfig.
 */
export class Encryption {
  readonly #options: Complete
  #table: Table
  readonly #closing = new Map<Table, Timer>()

  private constructor(options: Complete, table: Table) {
    this.#options = options
    this.#table = table
  }

  /** Reads a file and gets the keys of its plugins. Throws for a file that upstream rejects. */
  static async load(file: string | Uint8Array, options: EncryptionOptions = {}): Promise<Encryption> {
    const { clock = systemClock, deriveKeys = true, observer } = options
    const { connect = (endpoint: string, timeout: number) => new GRPCKMSService(endpoint, timeout) } = options
    const complete = { clock, deriveKeys, observer, connect }
    return new Encryption(complete, await build(file, complete))
  }

  /** Takes another file; the plugins of the old one are used until calls that run have ended. */
  async reload(file: string | Uint8Array): Promise<void> {
    const old = this.#table
    this.#table = await build(file, this.#options)
    const end = () => {
      this.#closing.delete(old)
      for (const provider of old.providers) provider.close()
    }
    this.#closing.set(old, this.#options.clock.setTimer(end, 2 * old.timeouts))
  }

  /** How values of a resource are kept; `group` is empty for the core group. */
  transformerFor(group: string, resource: string): ValueTransformer {
    const name = group === '' ? resource : qualifiedResource(group, resource)
    return {
      fromStorage: (value, key) => this.#find(group, resource).fromStorage(value, key, name),
      toStorage: (data, key) => this.#find(group, resource).toStorage(data, key, name),
    }
  }

  /** The problems of plugins, each with its position; empty if there are none. */
  problems(): readonly string[] {
    return this.#table.providers.flatMap(({ problem }, index) =>
      problem === undefined ? [] : [`kms-provider-${index}: ${problem.message}`],
    )
  }

  close(): void {
    for (const [table, timer] of this.#closing) {
      timer.stop()
      for (const provider of table.providers) provider.close()
    }
    this.#closing.clear()
    for (const provider of this.#table.providers) provider.close()
  }

  #find(group: string, resource: string): ValueTransformer {
    const { transformers } = this.#table
    return (
      transformers.get(qualifiedResource(group, resource)) ??
      transformers.get(qualifiedResource(group, '*')) ??
      transformers.get(qualifiedResource('*', '*')) ??
      identityTransformer
    )
  }
}

function qualifiedResource(group: string, resource: string): string {
  return `${resource}.${group}`
}

async function build(file: string | Uint8Array, options: Complete): Promise<Table> {
  const { resources } = parseConfiguration(file)
  const lists = new Map<string, PrefixTransformer[]>()
  const providers: KMSProvider[] = []
  let timeouts = 0
  try {
    for (const { resources: names, providers: configured } of resources ?? []) {
      const transformers = (configured ?? []).map((provider) => {
        if (provider.kms) {
          const made = kmsTransformer(provider.kms, options)
          providers.push(made.provider)
          timeouts += made.timeout
          return made
        }
        return staticTransformer(provider, options.observer)
      })
      for (const name of names ?? []) add(lists, name, transformers)
    }
    await Promise.all(providers.map((provider) => provider.start()))
  } catch (error) {
    for (const provider of providers) provider.close()
    throw error
  }
  const unknown = 'no matching prefix found'
  const transformers = new Map(
    [...lists].map(([name, list]) => [name, new PrefixTransformers(list, unknown, options.observer)] as const),
  )
  return { transformers, providers, timeouts }
}

/** A later entry for the same resource adds providers to read with; one that an earlier one hides is refused. */
function add(lists: Map<string, PrefixTransformer[]>, text: string, transformers: readonly PrefixTransformer[]): void {
  const { group, resource } = parseGroupResource(text)
  for (const [hiding, shown] of [
    [qualifiedResource(group, '*'), `*.${group}`],
    [qualifiedResource('*', '*'), '*.*'],
  ] as const) {
    if (lists.has(hiding))
      throw new EncryptionError(
        'InvalidConfiguration',
        `resource ${JSON.stringify(text)} is masked by earlier rule ${JSON.stringify(shown)}`,
      )
  }
  const name = qualifiedResource(group, resource)
  lists.set(name, [...(lists.get(name) ?? []), ...transformers])
}

const secretSource = (secret: string): Buffer => Buffer.from(secret, 'base64')

function staticTransformer(
  { aesgcm, aescbc, secretbox }: ProviderConfiguration,
  observer: EncryptionObserver | undefined,
): PrefixTransformer {
  if (aesgcm) return keyed('aesgcm', aesgcm, { make: (key) => new AESGCM(key), observer })
  if (aescbc) return keyed('aescbc', aescbc, { make: (key) => new AESCBC(key), observer })
  if (secretbox) return keyed('secretbox', secretbox, { make: (key) => new Secretbox(key), observer })
  return { prefix: '', transformer: identityTransformer }
}

interface KeyedParts {
  readonly make: (key: Uint8Array) => ValueTransformer
  readonly observer: EncryptionObserver | undefined
}

function keyed(kind: string, { keys }: KeysConfiguration, { make, observer }: KeyedParts): PrefixTransformer {
  const transformers = (keys ?? []).map(({ name = '', secret = '' }) => ({
    prefix: `${name}:`,
    transformer: make(secretSource(secret)),
  }))
  const title = kind === 'secretbox' ? 'Secretbox' : 'AES'
  const unknown = `no matching key was found for the provided ${title} transformer`
  return { prefix: `k8s:enc:${kind}:v1:`, transformer: new PrefixTransformers(transformers, unknown, observer) }
}

function kmsTransformer(configuration: KMSConfiguration, { clock, deriveKeys, connect, observer }: Complete) {
  const { name = '', apiVersion = 'v1', endpoint = '', timeout: text = '3s' } = configuration
  if (apiVersion === 'v1')
    throw new EncryptionError(
      'InvalidConfiguration',
      'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.',
    )
  const timeout = Number(parseDuration(text) / 1_000_000n)
  const provider = new KMSProvider({ name, service: connect(endpoint, timeout), clock, deriveKeys, observer })
  return { prefix: `k8s:enc:kms:v2:${name}:`, transformer: provider, provider, timeout }
}
