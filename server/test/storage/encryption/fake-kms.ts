import type { KMSCiphertext, KMSService } from '@apimachinery/server/storage/encryption'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import { MessageWriter, readMessage } from '../../internal/message-writer.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: Uint8Array) => Buffer.from(value).toString()
const flipped = (value: Uint8Array) => value.map((byte) => byte ^ 0x5a)

/** A plugin that "encrypts" by flipping bits. */
export class FakeKMS implements KMSService {
  keyID = 'key-1'
  healthz = 'ok'
  version = 'v2'
  decryptions = 0
  closed = false
  failing = false
  async status() {
    if (this.failing) throw new Error('plugin is down')
    return { version: this.version, healthz: this.healthz, keyID: this.keyID }
  }
  async encrypt(_uid: string, plaintext: Uint8Array): Promise<KMSCiphertext> {
    return { ciphertext: flipped(plaintext), keyID: this.keyID, annotations: { 'hint.example.com': bytes(this.keyID) } }
  }
  async decrypt(_uid: string, { ciphertext, annotations, keyID }: KMSCiphertext): Promise<Uint8Array> {
    this.decryptions++
    if (text(annotations['hint.example.com']!) !== keyID) throw new Error('wrong annotations')
    return flipped(ciphertext)
  }
  close() {
    this.closed = true
  }
}

/** Serves a plugin on a socket, and gives the function that stops it. */
export async function serveKMS(kms: FakeKMS, endpoint: string): Promise<() => void> {
  const server = kmsServer(kms)
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(endpoint, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve())),
  )
  return () => server.forceShutdown()
}

/** The plugin's side of the API. */
function kmsServer(kms: FakeKMS): Server {
  const server = new Server()
  const method = (name: string, answer: (request: Uint8Array) => Promise<Uint8Array>) => ({
    path: `/v2.KeyManagementService/${name}`,
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: Buffer.from,
    requestDeserialize: (bytes: Buffer): Uint8Array => bytes,
    responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes),
    responseDeserialize: (bytes: Buffer): Uint8Array => bytes,
    handle: (call: ServerUnaryCall<Uint8Array, Uint8Array>, done: sendUnaryData<Uint8Array>) =>
      void answer(call.request).then(
        (value) => done(null, value),
        (error: Error) => done(error),
      ),
  })
  const methods = {
    status: method('Status', async () => {
      const { version, healthz, keyID } = await kms.status()
      return new MessageWriter().string(1, version).string(2, healthz).string(3, keyID).finish()
    }),
    encrypt: method('Encrypt', async (request) => {
      const { ciphertext, keyID, annotations } = await kms.encrypt('', field(request, 1))
      const [[name, value] = ['', new Uint8Array(0)]] = Object.entries(annotations)
      const entry = new MessageWriter().string(1, name).bytes(2, value).finish()
      return new MessageWriter().bytes(1, ciphertext).string(2, keyID).message(3, entry).finish()
    }),
    decrypt: method('Decrypt', async (request) => {
      const entry = field(request, 4)
      const annotations = { [text(field(entry, 1))]: field(entry, 2) }
      const answer = { ciphertext: field(request, 1), keyID: text(field(request, 3)), annotations }
      return new MessageWriter().bytes(1, await kms.decrypt('', answer)).finish()
    }),
  }
  const { status, encrypt, decrypt } = methods
  server.addService(
    { status, encrypt, decrypt },
    { status: status.handle, encrypt: encrypt.handle, decrypt: decrypt.handle },
  )
  return server
}

function field(message: Uint8Array, number: number): Uint8Array {
  return readMessage(
    message,
    { value: new Uint8Array(0) as Uint8Array },
    {
      [number]: (reader, into) => {
        into.value = reader.bytes()
      },
    },
  ).value
}
