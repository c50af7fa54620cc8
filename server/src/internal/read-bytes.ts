/** How many bytes are read. */
export interface ReadBytesOptions {
  /** Default: no limit. */
  readonly limit?: number
  /** The error for more bytes than `limit`; without it the result is cut there. */
  readonly tooLarge?: () => Error
}

/** Reads chunks to their end or to a limit, and joins them. */
export async function readBytes(
  source: AsyncIterable<Uint8Array>,
  { limit = Number.POSITIVE_INFINITY, tooLarge }: ReadBytesOptions = {},
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.length
    if (size <= limit) continue
    if (tooLarge !== undefined) throw tooLarge()
    break
  }
  return Buffer.concat(chunks, Math.min(size, limit))
}
