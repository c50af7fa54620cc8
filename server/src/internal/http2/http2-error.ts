/** Codes of errors. Source: RFC 9113, section 7. */
export const http2Code = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  SETTINGS_TIMEOUT: 4,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  CANCEL: 8,
  COMPRESSION_ERROR: 9,
  CONNECT_ERROR: 10,
  ENHANCE_YOUR_CALM: 11,
  INADEQUATE_SECURITY: 12,
} as const

/** A name of {@link http2Code}. */
export type Http2Code = keyof typeof http2Code

/** What a peer sent is not HTTP/2: its connection ends. */
export class Http2Error extends Error {
  override readonly name = 'Http2Error'

  constructor(
    readonly code: Http2Code,
    message: string,
  ) {
    super(`${code}: ${message}`)
  }
}
