import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Handler, ResponseSink, ServerRequest } from '../../request/http.js'
import { writePlainError } from '../../request/write-error.js'

const longestPath = 3072

/**
 * Files of a folder below `/logs/`, and lists of its folders. Links that lead out of the folder are not followed.
 *
 * Source: `Logs` of k8s.io/kubernetes/pkg/routes.
 */
export function logsHandler(folder: string): Handler {
  return async (request, response) => {
    const path = request.path.slice('/logs'.length)
    if (path.length > longestPath) return writePlainError(response, 400, 'path too long')
    const file = await fileOf(folder, path)
    if (file === undefined) return writePlainError(response, 404, '404 page not found')
    const facts = await stat(file)
    if (!facts.isDirectory()) return sendFile(file, facts.size, { request, response })
    if (!request.path.endsWith('/')) {
      response.writeHead(301, { location: `${request.path.split('/').at(-1)}/` })
      return response.end()
    }
    const names = await readdir(file, { withFileTypes: true })
    const lines = names
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort()
      .map((name) => `<a href="${encodeURI(name)}">${escapeHTML(name)}</a>\n`)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      Buffer.from(
        `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${lines.join('')}</pre>\n`,
      ),
    )
  }
}

async function fileOf(folder: string, path: string): Promise<string | undefined> {
  if (path.includes('\0') || path.split('/').includes('..')) return undefined
  try {
    const root = await realpath(resolve(folder))
    const file = await realpath(join(root, path))
    return file === root || file.startsWith(root + sep) ? file : undefined
  } catch {
    return undefined
  }
}

async function sendFile(
  file: string,
  size: number,
  { request, response }: { readonly request: ServerRequest; readonly response: ResponseSink },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(size) })
  if (size === 0) return response.end()
  // A file that grows meanwhile is sent as long as it was.
  const stream = createReadStream(file, { end: size - 1, signal: request.signal })
  try {
    for await (const chunk of stream) {
      if (response.closed) return
      if (!response.write(chunk)) await response.drained()
    }
    response.end()
  } catch {
    response.destroy()
  }
}

function escapeHTML(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
