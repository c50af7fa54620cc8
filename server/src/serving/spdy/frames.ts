/** A frame that the peer sent; unused kinds are skipped. */
export type SpdyFrame =
  | { readonly type: 'data'; readonly stream: number; readonly payload: Buffer; readonly last: boolean }
  /** A new stream with its compressed headers; `last` where its opener sends nothing on it. */
  | { readonly type: 'open'; readonly stream: number; readonly headers: Buffer; readonly last: boolean }
  /** An accepted stream; `last` where the other side sends nothing on it. */
  | { readonly type: 'reply'; readonly stream: number; readonly last: boolean }
  | { readonly type: 'reset'; readonly stream: number }
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'goAway' }

const kinds = { open: 1, reply: 2, reset: 3, ping: 6, goAway: 7 } as const
const lastFlag = 1
const headLength = 8
const openHeadLength = 10

/** Reads frames from the bytes of a connection. */
export class SpdyFrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** The frames that are complete with these bytes. */
  push(chunk: Uint8Array): SpdyFrame[] {
    const frames: SpdyFrame[] = []
    this.#rest = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk])
    while (this.#rest.length >= headLength) {
      const end = headLength + this.#rest.readUIntBE(5, 3)
      if (this.#rest.length < end) break
      const frame = frameOf(this.#rest.subarray(0, end))
      this.#rest = this.#rest.subarray(end)
      if (frame !== undefined) frames.push(frame)
    }
    return frames
  }
}

function frameOf(bytes: Buffer): SpdyFrame | undefined {
  const first = bytes.readUInt32BE(0)
  const last = (bytes[4]! & lastFlag) !== 0
  const payload = bytes.subarray(headLength)
  if (first < 0x8000_0000) return { type: 'data', stream: first, payload, last }
  if (payload.length < 4) return undefined
  const id = payload.readUInt32BE(0) & 0x7fff_ffff
  switch (first & 0xffff) {
    case kinds.open:
      // Id, associated stream and priority precede the headers.
      return { type: 'open', stream: id, headers: payload.subarray(openHeadLength), last }
    case kinds.reply:
      return { type: 'reply', stream: id, last }
    case kinds.reset:
      return { type: 'reset', stream: id }
    case kinds.ping:
      return { type: 'ping', id: payload.readUInt32BE(0) }
    case kinds.goAway:
      return { type: 'goAway' }
    default:
      return undefined
  }
}

/** Bytes for a stream; `last` ends it in this direction. */
export function dataFrame(stream: number, payload: Uint8Array, last: boolean): Buffer {
  const head = Buffer.alloc(headLength)
  head.writeUInt32BE(stream, 0)
  head[4] = last ? lastFlag : 0
  head.writeUIntBE(payload.length, 5, 3)
  return Buffer.concat([head, payload])
}

/** The answer to a ping, or a ping of this side, whose numbers are odd. */
export function pingFrame(id: number): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(id, 0)
  return controlFrame(kinds.ping, payload)
}

/** Opens a stream. @param isFirst - it is the first of its connection, whose headers share one compressor. */
export function openFrame(stream: number, headers: Readonly<Record<string, string>>, isFirst: boolean): Buffer {
  const head = Buffer.alloc(openHeadLength)
  head.writeUInt32BE(stream, 0)
  return controlFrame(kinds.open, Buffer.concat([head, isFirst ? zlibHead : nothing, stored(headerBlock(headers))]))
}

/** Accepts a stream. @param isFirst - it is the first frame with headers of its connection, which share one compressor. */
export function replyFrame(stream: number, isFirst: boolean): Buffer {
  const block = stored(headerBlock({}))
  return controlFrame(kinds.reply, Buffer.concat([uint32(stream), isFirst ? zlibHead : nothing, block]))
}

/** Refuses a stream (code 3), or ends it in both directions (code 5). */
export function resetFrame(stream: number, code: 3 | 5): Buffer {
  return controlFrame(kinds.reset, Buffer.concat([uint32(stream), uint32(code)]))
}

function controlFrame(kind: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(headLength)
  head.writeUInt16BE(0x8003, 0)
  head.writeUInt16BE(kind, 2)
  head.writeUIntBE(payload.length, 5, 3)
  return Buffer.concat([head, payload])
}

function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  const texts = Object.entries(headers).flat()
  return Buffer.concat([uint32(texts.length / 2), ...texts.flatMap((text) => [uint32(text.length), Buffer.from(text)])])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const nothing = /* @__PURE__ */ Buffer.alloc(0)

/** The beginning of a zlib stream with the dictionary of SPDY/3, which is named by its checksum. */
const zlibHead = /* @__PURE__ */ Buffer.from('78bbe3c6a7c2', 'hex')

/** As zlib writes what it does not compress, and then flushes. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes, Buffer.from('000000ffff', 'hex')])
}
