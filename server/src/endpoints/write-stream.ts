import type { ResourceStream } from '../registry/resource-storage.js'
import type { Exchange } from '../request/http.js'

/** Responds with a stream; 204 if there is none. */
export async function writeStream(
  { response }: Exchange,
  { code, stream }: { readonly code: number; readonly stream: ResourceStream },
): Promise<void> {
  const { body, contentType } = stream
  if (body === undefined) {
    response.writeHead(204)
    response.end()
    return
  }
  response.writeHead(code, { 'content-type': contentType || 'application/octet-stream' })
  for await (const chunk of body) {
    if (response.closed) return
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}
