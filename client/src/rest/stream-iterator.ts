/**
 * An async iterator whose end has no value, to be used in `for await`. TypeScript's `AsyncIterableIterator` can say that from 5.6 on
 * only, and declarations are read by older compilers.
 */
export interface StreamIterator<T> extends AsyncIterator<T, undefined> {
  [Symbol.asyncIterator](): this
}
