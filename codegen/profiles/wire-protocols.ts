import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { wireFile } from '../back-ends/wire/wire-file.js'
import { parseWireMessages } from '../front-ends/proto/wire-messages.js'
import type { OutputFile } from '../output/output-file.js'

/** The protocols of gRPC that the server speaks, relative to its sources. */
const protocols = [
  'authentication/service-account/external-jwt.proto',
  'storage/encryption/kms.proto',
  'storage/kv/etcd/etcd.proto',
]

const runtime = 'internal/grpc/wire.js'

/** The readers and writers of the protocols, beside their `.proto` files in the sources of the server. */
export function wireProtocols(server: string): OutputFile[] {
  return protocols.map((path) => {
    const file = join(server, path)
    if (!existsSync(file)) throw new Error(`there is no ${file}`)
    const messages = parseWireMessages(readFileSync(file, 'utf8'))
    const options = { source: posix.basename(path), runtime: posix.relative(posix.dirname(path), runtime) }
    return { path: path.replace(/\.proto$/, '.gen.ts'), text: wireFile(messages, options) }
  })
}
