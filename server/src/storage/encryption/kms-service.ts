import { socketAddress } from '../../internal/grpc/dial.js'
import { GRPCChannel } from '../../internal/grpc/grpc-channel.js'
import {
  decodeDecryptResponse,
  decodeEncryptResponse,
  decodeStatusResponse,
  encodeDecryptRequest,
  encodeEncryptRequest,
} from './kms.gen.js'

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
    const { keyId: keyID, ...status } = decodeStatusResponse(await this.#call('Status', new Uint8Array()))
    return { ...status, keyID }
  }

  async encrypt(uid: string, plaintext: Uint8Array): Promise<KMSCiphertext> {
    const response = await this.#call('Encrypt', encodeEncryptRequest({ plaintext, uid }))
    const { keyId: keyID, ciphertext, annotations } = decodeEncryptResponse(response)
    return { ciphertext, keyID, annotations }
  }

  async decrypt(uid: string, { ciphertext, keyID: keyId, annotations }: KMSCiphertext): Promise<Uint8Array> {
    const request = encodeDecryptRequest({ ciphertext, uid, keyId, annotations })
    return decodeDecryptResponse(await this.#call('Decrypt', request)).plaintext
  }

  close(): void {
    this.#channel.close()
  }

  #call(method: string, request: Uint8Array): Promise<Uint8Array> {
    return this.#channel.call({ path: `/v2.KeyManagementService/${method}`, request, timeout: this.#timeout })
  }
}
