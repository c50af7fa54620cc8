/** The part of Node's `Buffer` that is worth having where it exists. */
export interface NodeBuffer {
  from(text: string, encoding: 'base64' | 'utf8'): NodeBytes
  from(buffer: ArrayBufferLike, offset: number, length: number): NodeBytes
}

/** Bytes that can write themselves as text. */
export type NodeBytes = Uint8Array & { toString(encoding: 'base64' | 'utf8'): string }

// Stryker disable all: callers do the same without Buffer, only slower
let found: NodeBuffer | null | undefined

/** Node's `Buffer`, `undefined` in browsers and workers without it. */
export function nodeBuffer(): NodeBuffer | undefined {
  if (found === undefined) {
    const candidate = (globalThis as { Buffer?: unknown }).Buffer
    found = typeof candidate === 'function' ? (candidate as unknown as NodeBuffer) : null
  }
  return found ?? undefined
}
