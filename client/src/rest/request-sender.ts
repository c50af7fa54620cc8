import type { ObjectObserver } from './result.js'
import type { SendOptions } from './send.js'

/** What a request needs of its client. */
export interface RequestSender {
  readonly sendOptions: SendOptions
  readonly options: { readonly timeoutMilliseconds?: number | undefined; readonly userAgent?: string | undefined }
  /** Is told of every response's content type. */
  noteContentType(contentType: string): void
  /** Is given each object that is read from an answer. */
  readonly onObject?: ObjectObserver | undefined
}
