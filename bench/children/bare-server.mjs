// Node's HTTP/2 over TLS by itself, in a process of its own: it reads what comes, and answers with as many bytes as the path says.
import { mkdtempSync, rmSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadServerEntry } from '../harness/server-modules.mjs'
import { tellParent } from '../harness/tell-parent.mjs'

const { ensureCertificates } = await loadServerEntry('./serving')
const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const { serving } = await ensureCertificates(folder, ['localhost', '127.0.0.1'], new Date())

const bodies = new Map()

function bodyOf(size) {
  if (!bodies.has(size)) bodies.set(size, Buffer.alloc(size, 'x'))
  return bodies.get(size)
}

function answer(stream, size) {
  if (size === 0) return stream.respond({ ':status': 200 }, { endStream: true })
  stream.respond({ ':status': 200, 'content-type': 'application/json', 'content-length': size })
  stream.end(bodyOf(size))
}

const server = createSecureServer({ cert: serving.certificate, key: serving.key })
server.on('stream', (stream, headers) => {
  const size = Number(headers[':path'].slice(1))
  if (stream.endAfterHeaders) return answer(stream, size)
  stream.on('data', () => undefined)
  stream.on('end', () => answer(stream, size))
})
server.listen(0, '127.0.0.1', () => tellParent({ port: server.address().port }, () => undefined))
