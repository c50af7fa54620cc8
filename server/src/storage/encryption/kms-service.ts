import { GRPCChannel, socketAddress } from '../../internal/grpc/grpc-channel.js'
import { type FieldReaders, MessageWriter, readMessage } from '../../internal/grpc/wire.js'

/** Facts that a KMS plugin gives with a ciphertext and wants back to decrypt it. */
export type Annotations = Readonly<Record<string, Uint8Array>>

export interface KMSStatus {
  readonly version: string
  readonly healthz: string
  readonly keyID: string
}

export interface KMSCiphertext {
  readonly ciphertext: Uint8Array
  readonly keyID: string
  readonly annotations: Annotations
}

/** A KMS plugin, version 2 of its API. Source: apis/v2/api.proto of k8s.io/kms. */
export interface KMSService {
  status(): Promise<KMSStatus>
  encrypt(uid: string, plaintext: Uint8Array): Promise<KMSCiphertext>
  decrypt(uid: string, request: KMSCiphertext): Promise<Uint8Array>
  close(): void
}

const nothing = new Uint8Array(0)

/** Writes a map of text to bytes. */
export function writeAnnotations(writer: MessageWriter, field: number, annotations: Annotations): void {
  for (const [name, value] of Object.entries(annotations))
    writer.message(field, new MessageWriter().string(1, name).bytes(2, value).finish())
}

const annotationFields: FieldReaders<{ name: string; value: Uint8Array }> = {
  1: (reader, entry) => {
    entry.name = reader.string()
  },
  2: (reader, entry) => {
    entry.value = reader.bytes()
  },
}

/** Reads one entry of a map of text to bytes. */
export function readAnnotation(reader: Parameters<typeof readMessage>[0], into: Record<string, Uint8Array>): void {
  const { name, value } = readMessage(reader, { name: '', value: nothing }, annotationFields)
  Object.defineProperty(into, name, { value, enumerable: true, writable: true, configurable: true })
}

/** A plugin on a socket, such as `unix:///run/kms.sock`. */
export class GRPCKMSService implements KMSService {
  readonly #channel: GRPCChannel
  readonly #timeout: number

  /** `timeout` in milliseconds, for each call. */
  constructor(endpoint: string, timeout: number) {
    this.#channel = new GRPCChannel({ address: socketAddress(endpoint.replace(/^unix:(\/\/)?/, '')) })
    this.#timeout = timeout
  }

  async status(): Promise<KMSStatus> {
    return readMessage(
      await this.#call('Status', nothing),
      { version: '', healthz: '', keyID: '' },
      {
        1: (reader, status) => {
          status.version = reader.string()
        },
        2: (reader, status) => {
          status.healthz = reader.string()
        },
        3: (reader, status) => {
          status.keyID = reader.string()
        },
      },
    )
  }

  async encrypt(uid: string, plaintext: Uint8Array): Promise<KMSCiphertext> {
    const request = new MessageWriter().bytes(1, plaintext).string(2, uid).finish()
    const annotations: Record<string, Uint8Array> = {}
    return readMessage(
      await this.#call('Encrypt', request),
      { ciphertext: nothing as Uint8Array, keyID: '', annotations },
      {
        1: (reader, answer) => {
          answer.ciphertext = reader.bytes()
        },
        2: (reader, answer) => {
          answer.keyID = reader.string()
        },
        3: (reader, answer) => readAnnotation(reader, answer.annotations),
      },
    )
  }

  async decrypt(uid: string, { ciphertext, keyID, annotations }: KMSCiphertext): Promise<Uint8Array> {
    const writer = new MessageWriter().bytes(1, ciphertext).string(2, uid).string(3, keyID)
    writeAnnotations(writer, 4, annotations)
    return readMessage(
      await this.#call('Decrypt', writer.finish()),
      { plaintext: nothing as Uint8Array },
      {
        1: (reader, answer) => {
          answer.plaintext = reader.bytes()
        },
      },
    ).plaintext
  }

  close(): void {
    this.#channel.close()
  }

  #call(method: string, request: Uint8Array): Promise<Uint8Array> {
    return this.#channel.call({ path: `/v2.KeyManagementService/${method}`, request, timeout: this.#timeout })
  }
}
