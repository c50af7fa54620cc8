import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { MessageWriter, readInteger, readMessage } from '../../../internal/message-writer.js'

type Call = ServerDuplexStream<Uint8Array, Uint8Array>

const codec = {
  requestSerialize: Buffer.from,
  requestDeserialize: (bytes: Buffer): Uint8Array => bytes,
  responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes),
  responseDeserialize: (bytes: Buffer): Uint8Array => bytes,
}
const header = (revision: number) => new MessageWriter().int64(3, revision).finish()

/** One watch as the server has it. */
export class FakeWatch {
  readonly #call: Call
  readonly fromRevision: number
  /** What the client has shown of itself. */
  readonly token: string | undefined

  constructor(call: Call, fromRevision: number) {
    this.#call = call
    this.fromRevision = fromRevision
    this.token = call.metadata.get('token')[0]?.toString()
  }

  cancel(reason: string): void {
    this.#call.write(new MessageWriter().message(1, header(1)).bool(3, true).bool(4, true).string(6, reason).finish())
  }

  created(revision: number): void {
    this.#call.write(new MessageWriter().message(1, header(revision)).bool(3, true).finish())
  }

  /** A put of each revision; the store may be ahead of them, and more of the same answer may follow. */
  puts(revisions: readonly number[], store = revisions.at(-1)!, fragment = false): void {
    const response = new MessageWriter().message(1, header(store)).bool(7, fragment)
    for (const revision of revisions) {
      const kv = new MessageWriter()
        .bytes(1, Buffer.from(`/k/${revision}`))
        .int64(3, revision)
        .bytes(5, Buffer.from('x'))
      response.message(11, new MessageWriter().message(2, kv.finish()).finish())
    }
    this.#call.write(response.finish())
  }

  progress(revision: number): void {
    this.#call.write(new MessageWriter().message(1, header(revision)).finish())
  }

  /** Ends the stream with a status of gRPC. */
  fail(code: number, details: string): void {
    this.#call.emit('error', { code, details })
  }
}

/** A server with the part of etcd's API that tests of watches need, controlled by the test. */
export class FakeEtcd {
  readonly #server = new Server()
  readonly #watches: FakeWatch[] = []
  readonly #waiting: ((watch: FakeWatch) => void)[] = []
  #port = 0
  /** How many tokens it has given. */
  authentications = 0
  /** The revision by which it answers ranges, and how many it answered. */
  revision = 1
  ranges = 0
  /** How often it was asked for progress. */
  progressRequests = 0
  /** Its message. */
  onProgress: (watch: FakeWatch) => void = () => undefined

  static async start(version: string): Promise<FakeEtcd> {
    const etcd = new FakeEtcd()
    etcd.#serve(version)
    etcd.#port = await new Promise<number>((resolve, reject) =>
      etcd.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    )
    return etcd
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The next watch that is opened. */
  watch(): Promise<FakeWatch> {
    const opened = this.#watches.shift()
    return opened === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(opened)
  }

  stop(): void {
    this.#server.forceShutdown()
  }

  #serve(version: string): void {
    const status = { ...codec, path: '/etcdserverpb.Maintenance/Status', requestStream: false, responseStream: false }
    const watch = { ...codec, path: '/etcdserverpb.Watch/Watch', requestStream: true, responseStream: true }
    const unary = { ...codec, requestStream: false, responseStream: false }
    const authenticate = { ...unary, path: '/etcdserverpb.Auth/Authenticate' }
    const range = { ...unary, path: '/etcdserverpb.KV/Range' }
    this.#server.addService(
      { status, watch, authenticate, range },
      {
        authenticate: (_call: ServerUnaryCall<Uint8Array, Uint8Array>, done: sendUnaryData<Uint8Array>) =>
          done(null, new MessageWriter().string(2, `token ${++this.authentications}`).finish()),
        status: (_call: ServerUnaryCall<Uint8Array, Uint8Array>, done: sendUnaryData<Uint8Array>) =>
          done(null, new MessageWriter().message(1, header(1)).string(2, version).finish()),
        range: (_call: ServerUnaryCall<Uint8Array, Uint8Array>, done: sendUnaryData<Uint8Array>) => {
          this.ranges++
          done(null, new MessageWriter().message(1, header(this.revision)).finish())
        },
        watch: (call: Call) => this.#watch(call),
      },
    )
  }

  #watch(call: Call): void {
    let watch: FakeWatch | undefined
    call.on('data', (request: Uint8Array) => {
      const fromRevision = createdFrom(request)
      if (watch !== undefined) {
        this.progressRequests++
        this.onProgress(watch)
        return
      }
      watch = new FakeWatch(call, fromRevision)
      const taker = this.#waiting.shift()
      if (taker === undefined) this.#watches.push(watch)
      else taker(watch)
    })
    call.on('error', () => undefined)
    call.on('end', () => call.end())
  }
}

/** The first revision that a request to watch wants. */
function createdFrom(request: Uint8Array): number {
  return readMessage(
    request,
    { revision: 0 },
    {
      1: (reader, message) =>
        readMessage(reader, message, {
          3: (inner, into) => {
            into.revision = readInteger(inner)
          },
        }),
    },
  ).revision
}
