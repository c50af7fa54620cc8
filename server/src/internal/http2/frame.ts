import { Http2Error } from './http2-error.js'

/** Source: RFC 9113, section 6. */
export const frameType = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
} as const

export const frameFlag = { END_STREAM: 1, ACK: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 } as const

export const setting = {
  HEADER_TABLE_SIZE: 1,
  ENABLE_PUSH: 2,
  MAX_CONCURRENT_STREAMS: 3,
  INITIAL_WINDOW_SIZE: 4,
  MAX_FRAME_SIZE: 5,
} as const

export const headerLength = 9
/** The largest content of a frame where nothing else is agreed. */
export const defaultFrameSize = 16_384
/** What may be sent on a stream, and on all together, where nothing else is agreed. */
export const defaultWindow = 65_535
export const largestWindow = 2 ** 31 - 1

/** A frame as it was received. */
export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Writes the header of a frame. */
export function writeFrameHeader(into: Buffer, at: number, frame: Omit<Frame, 'payload'> & { length: number }): void {
  into[at] = frame.length >>> 16
  into[at + 1] = frame.length >>> 8
  into[at + 2] = frame.length
  into[at + 3] = frame.type
  into[at + 4] = frame.flags
  into.writeUInt32BE(frame.stream, at + 5)
}

/** The bytes of a frame. */
export function frameOf({ type, flags, stream, payload }: Frame): Buffer {
  const bytes = Buffer.allocUnsafe(headerLength + payload.length)
  writeFrameHeader(bytes, 0, { type, flags, stream, length: payload.length })
  bytes.set(payload, headerLength)
  return bytes
}

/** The bytes of a frame whose content is one number. */
export function numberFrame(type: number, stream: number, value: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(value)
  return frameOf({ type, flags: 0, stream, payload })
}

/** The bytes of a frame of settings. */
export function settingsFrame(settings: readonly (readonly [name: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(settings.length * 6)
  for (const [at, [name, value]] of settings.entries()) {
    payload.writeUInt16BE(name, at * 6)
    payload.writeUInt32BE(value, at * 6 + 2)
  }
  return frameOf({ type: frameType.SETTINGS, flags: 0, stream: 0, payload })
}

/** The content of a frame without padding and priority. Throws an {@link Http2Error} where it is too short for them. */
export function contentOf({ type, flags, payload }: Frame): Buffer {
  const isPadded = (flags & frameFlag.PADDED) !== 0
  const hasPriority = type === frameType.HEADERS && (flags & frameFlag.PRIORITY) !== 0
  if (!isPadded && !hasPriority) return payload
  const start = (isPadded ? 1 : 0) + (hasPriority ? 5 : 0)
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0)
  if (start > end) throw new Http2Error('PROTOCOL_ERROR', 'a frame with more padding than content')
  return payload.subarray(start, end)
}
