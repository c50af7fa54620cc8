interface NodeText {
  latin1Slice(start: number, end: number): string
  utf8Slice(start: number, end: number): string
  latin1Write(text: string, offset: number, length: number): number
}

/** Bytes with Node's native text functions. */
export type TextBytes = Uint8Array & NodeText

interface BufferConstructor {
  from(buffer: ArrayBufferLike, offset: number, length: number): TextBytes
  byteLength(text: string): number
}

// Stryker disable all: callers do the same without the native functions, only slower
let found: BufferConstructor | null | undefined

/** Node's `Buffer` when it has the native text functions that readers and writers of text are after. */
export function nativeBuffer(): BufferConstructor | undefined {
  if (found === undefined) {
    const candidate = (globalThis as { Buffer?: { prototype?: Partial<NodeText> } }).Buffer
    const methods = candidate?.prototype
    const usable =
      typeof methods?.latin1Slice === 'function' &&
      typeof methods.utf8Slice === 'function' &&
      typeof methods.latin1Write === 'function'
    found = usable ? (candidate as unknown as BufferConstructor) : null
  }
  return found ?? undefined
}

/** `bytes` as Node's `Buffer`, or `undefined` where there is none. */
export function textBytes(bytes: Uint8Array): TextBytes | undefined {
  return nativeBuffer()?.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
