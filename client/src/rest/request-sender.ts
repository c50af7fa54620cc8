import type { ObjectObserver } from './result.js'
import type { SendOptions } from './send.js'

/** The part of a client that requests use. */
export interface RequestSender {
  readonly sendOptions: SendOptions
  readonly options: { readonly timeoutMilliseconds?: number | undefined; readonly userAgent?: string | undefined }
  /** Called with the content type of every response. */
  noteContentType(contentType: string): void
  /** Is given each object that is read from an answer. */
  readonly onObject?: ObjectObserver | undefined
}
