const decoder = (): TextDecoder => new TextDecoder()

/** Text line by line, without the ends of lines; a last line without an end is one, too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const utf8 = decoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += utf8.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  rest += utf8.decode()
  if (rest !== '') yield rest
}
