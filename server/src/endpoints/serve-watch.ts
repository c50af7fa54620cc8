import { newInternalError } from 'apimachinery/errors'
import {
  isNotAcceptableError,
  mediaTypesForSerializer,
  NotAcceptableError,
  negotiateOutputMediaTypeStream,
} from 'apimachinery/runtime/serializer'
import type { ResourceStorage } from '../registry/resource-storage.js'
import { asksForWebSocket } from '../request/asks-for-web-socket.js'
import { ClientGone, DeadlineExceeded } from '../request/cancellation.js'
import type { AuthorizedRequest, Exchange } from '../request/http.js'
import { openWebSocket } from '../request/open-web-socket.js'
import type { RequestObserver } from '../request/request-observer.js'
import type { StorageEvent, StorageWatch } from '../storage/storage.js'
import type { ListQuery } from './list-options.js'
import { negotiationRequest, type OutputFormat } from './output-format.js'
import { contextOf } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'
import { tableOptionsOf, wantsTable } from './transform.js'
import { WatchFrameWriter, watchFormats } from './watch-frame.js'

interface WatchAnswer {
  readonly query: ListQuery
  readonly format: OutputFormat
}

/**
 * Answers with the events of a watch until it has no more, or its request is cancelled: when its time is up, by a client that
 * disconnects, or by a server that stops.
 */
export async function serveWatch(
  scope: ResourceScope,
  exchange: Exchange,
  { query, format }: WatchAnswer,
): Promise<void> {
  const { request } = exchange
  const seconds = query.timeoutSeconds || Math.floor(scope.minRequestTimeoutSeconds * (scope.random() + 1))
  const deadline = scope.clock.now() + seconds * 1000
  const { watch: open } = scope.storage as Required<ResourceStorage>
  const watch = await open.call(scope.storage, contextOf(scope, request), { ...query, deadline })
  request.watchStarted()
  const timer = scope.clock.setTimer(() => request.cancellation.cancel(new DeadlineExceeded()), seconds * 1000)
  try {
    await openStream(scope, exchange, { format, watch })
  } finally {
    timer.stop()
    // One that was not read to its end.
    watch.stop()
  }
}

interface Stream {
  readonly format: OutputFormat
  readonly watch: StorageWatch
}

async function openStream(scope: ResourceScope, exchange: Exchange, { format, watch }: Stream): Promise<void> {
  const { request } = exchange
  const tableOptions = wantsTable(format.convert) ? tableOptionsOf(scope, request.query) : undefined
  const { mediaType } = negotiateStream(scope, request)
  const frames = watchFormats[mediaType]
  if (frames === undefined)
    throw newInternalError(
      new Error(`no framer defined for ${JSON.stringify(mediaType)} available for embedded encoding`),
    )
  const writer = new WatchFrameWriter({ scope, format: plain(format), frames, tableOptions })
  const { observer } = request
  const contentType = streamType(mediaType)
  if (asksForWebSocket(request)) {
    return overWebSocket(exchange, { scope, watch, writer, observer, text: mediaType === 'application/json' })
  }
  return overHTTP(exchange, { scope, watch, writer, observer, contentType })
}

/** Streams are never written for people. */
function plain(format: OutputFormat): OutputFormat {
  const { info } = format
  const serializer = info.streamSerializer === undefined ? info.serializer : compact(info)
  return {
    ...format,
    identifier: `${format.mediaType} ${serializer.identifier}`,
    encode: (object) => serializer.encode(object),
  }
}

function compact({
  serializer,
  prettySerializer,
  streamSerializer,
}: OutputFormat['info']): OutputFormat['info']['serializer'] {
  const isPretty = serializer === prettySerializer
  return isPretty && streamSerializer !== undefined ? streamSerializer.serializer : serializer
}

function negotiateStream({ formats }: ResourceScope, request: AuthorizedRequest): { readonly mediaType: string } {
  try {
    return negotiateOutputMediaTypeStream(negotiationRequest(request), formats.serializer, formats.restrictions)
  } catch (error) {
    if (!isNotAcceptableError(error)) throw error
    throw new NotAcceptableError(mediaTypesForSerializer(formats.serializer).streamMediaTypes)
  }
}

function streamType(mediaType: string): string {
  if (mediaType === 'application/json') return mediaType
  return mediaType === 'application/cbor' ? 'application/cbor-seq' : `${mediaType};stream=watch`
}

interface Sending {
  readonly scope: ResourceScope
  readonly watch: StorageWatch
  readonly writer: WatchFrameWriter
  readonly observer: RequestObserver
}

/** Batches up to this size are sent in one write. */
const mostTogether = 64 * 1024

async function overHTTP(
  { response }: Exchange,
  { watch, contentType, ...sending }: Sending & { readonly contentType: string },
): Promise<void> {
  response.writeHead(200, { 'content-type': contentType })
  for await (const batch of watch) {
    for (const chunk of chunksOf(await framesOf(sending, batch))) {
      if (response.closed) return
      if (!response.write(chunk)) await response.drained()
    }
    if (response.closed) return
  }
  response.end()
}

async function framesOf(
  { scope: { prepareRead }, writer, observer }: Omit<Sending, 'watch'>,
  batch: readonly StorageEvent[],
): Promise<Uint8Array[]> {
  if (prepareRead !== undefined) {
    await prepareRead(batch.flatMap((event) => ('stored' in event ? [event.stored] : [])))
  }
  const frames = batch.map((event) => writer.frame(event))
  for (const frame of frames) observer.watchEvent(frame.length)
  if (batch.some((event) => event.type === 'BOOKMARK' && event.initialEventsEnd)) observer.initialEventsSent()
  return frames
}

/** A single frame is sent unchanged, shared with other watches; many small ones are joined. */
function* chunksOf(frames: readonly Uint8Array[]): Generator<Uint8Array> {
  let pending: Uint8Array[] = []
  let size = 0
  for (const frame of frames) {
    pending.push(frame)
    size += frame.length
    if (size < mostTogether) continue
    yield joined(pending, size)
    pending = []
    size = 0
  }
  if (pending.length > 0) yield joined(pending, size)
}

function joined(frames: readonly Uint8Array[], size: number): Uint8Array {
  return frames.length === 1 ? frames[0]! : Buffer.concat(frames, size)
}

async function overWebSocket(
  exchange: Exchange,
  { watch, text, ...sending }: Sending & { readonly text: boolean },
): Promise<void> {
  const socket = await openWebSocket(exchange)
  if (socket === undefined) return
  const ignoring = ignoreMessages(socket.messages).finally(() => exchange.request.cancellation.cancel(new ClientGone()))
  for await (const batch of watch) {
    for (const frame of await framesOf(sending, batch)) {
      if (socket.closed) break
      if (!socket.send(text ? Buffer.from(frame).toString('utf8') : frame)) await socket.drained()
    }
    if (socket.closed) break
  }
  socket.close()
  await ignoring
}

/** Clients send nothing; this ends when the client disconnects. */
async function ignoreMessages(messages: AsyncIterable<Uint8Array | string>): Promise<void> {
  for await (const _ of messages);
}
