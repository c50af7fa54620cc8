/**
 * What is read of an `AbortSignal` where calls may be aborted. A signal has all of it; an object that makes its signal only for
 * the first listener costs far less, since most calls end without one.
 */
export interface AbortState {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}
