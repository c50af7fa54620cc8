import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Secret } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import { UsageError } from '../usage-error.js'
import { contentHash } from './append-hash.js'
import { type CreateRequest, type Creator, metadataFor } from './creator.js'
import { keyOptions, readKeys } from './key-sources.js'

/** `create secret generic`. */
export const genericSecret: Creator = {
  usage:
    'secret generic NAME [--type=TYPE] [--from-file=[KEY=]SOURCE] [--from-literal=KEY=VALUE] [--from-env-file=FILE] [--append-hash]',
  options: { ...keyOptions, type: { type: 'string' } },
  make: async (request) => secretOf(request, request.values.text('type'), await readKeys(request, 'Secret')),
}

/** `create secret tls`. */
export const tlsSecret: Creator = {
  usage: 'secret tls NAME --cert=FILE --key=FILE [--append-hash]',
  options: { cert: { type: 'string' }, key: { type: 'string' }, 'append-hash': { type: 'boolean' } },
  async make(request) {
    const { values, io } = request
    if (!values.has('key') || !values.has('cert')) throw new UsageError('key and cert must be specified')
    const certificate = await readKeyFile(values.text('cert'), io.cwd)
    const key = await readKeyFile(values.text('key'), io.cwd)
    requirePair(certificate, key)
    const keys = new Map([
      ['tls.crt', certificate],
      ['tls.key', key],
    ])
    return secretOf(request, 'kubernetes.io/tls', keys)
  },
}

/** `create secret docker-registry`. */
export const dockerSecret: Creator = {
  usage:
    'secret docker-registry NAME --docker-username=USER --docker-password=PASSWORD [--docker-email=EMAIL] [--docker-server=URL] [--from-file=[KEY=]SOURCE] [--append-hash]',
  options: {
    'docker-username': { type: 'string' },
    'docker-password': { type: 'string' },
    'docker-email': { type: 'string' },
    'docker-server': { type: 'string' },
    'from-file': { type: 'string', multiple: true },
    'append-hash': { type: 'boolean' },
  },
  async make(request) {
    const { values } = request
    const type = 'kubernetes.io/dockerconfigjson'
    if (values.has('from-file')) return secretOf(request, type, await readKeys(request, 'Secret'))
    const [username, password, email] = ['username', 'password', 'email'].map((each) => values.text(`docker-${each}`))
    if (!username || !password) {
      const needed =
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required'
      throw new UsageError(needed)
    }
    const server = values.text('docker-server') || 'https://index.docker.io/v1/'
    const auth = Buffer.from(`${username}:${password}`).toString('base64')
    const entry = { username, password, ...(email !== '' && { email }), auth }
    const text = JSON.stringify({ auths: { [server]: entry } })
    return secretOf(request, type, new Map([['.dockerconfigjson', Buffer.from(text)]]))
  },
}

function secretOf(request: CreateRequest, type: string, keys: ReadonlyMap<string, Uint8Array>): Secret {
  const { name, values } = request
  const data = Object.fromEntries([...keys].map(([key, bytes]) => [key, Buffer.from(bytes).toString('base64')]))
  const suffix = values.flag('append-hash') ? `-${contentHash({ kind: 'Secret', type, name, data })}` : ''
  return new Secret({
    metadata: metadataFor({ ...request, name: name + suffix }),
    ...(keys.size > 0 && { data }),
    ...(type !== '' && { type }),
  })
}

async function readKeyFile(file: string, cwd: string): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, file))
  } catch {
    throw new UsageError(`Cannot read file ${file}, open ${file}: no such file or directory`)
  }
}

/** @throws UsageError unless the key belongs to the certificate */
function requirePair(certificate: Buffer, key: Buffer): void {
  try {
    if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) return
  } catch (error) {
    throw new UsageError(`tls: ${messageOf(error)}`)
  }
  throw new UsageError('tls: private key does not match public key')
}
