import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Deployment } from 'apimachinery/api/apps/v1'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { isUnauthorized } from 'apimachinery/errors'
import { isNoMatchError } from 'apimachinery/meta'
import { GroupVersionKind } from 'apimachinery/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NodeClient } from '../../src/client/node-client.js'
import { loadConfig } from '../../src/config/load-config.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let folder: string
beforeAll(async () => {
  server = await startAPIServer()
  folder = await mkdtemp(join(tmpdir(), 'messages-'))
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

async function kubeConfig(user: object): Promise<string> {
  const file = join(folder, 'config')
  const cluster = { server: server.url, 'certificate-authority-data': Buffer.from(server.caData).toString('base64') }
  const document = {
    'current-context': 'home',
    contexts: [{ name: 'home', context: { cluster: 'c', user: 'bob' } }],
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'bob', user }],
  }
  await writeFile(file, JSON.stringify(document))
  return file
}

async function getWith(user: object): Promise<unknown> {
  const client = await NodeClient.connect({ config: await loadConfig({ file: await kubeConfig(user) }) })
  try {
    return await client.get(ConfigMap, { namespace: 'a', name: 'b' }).catch((error: unknown) => error)
  } finally {
    await client.close()
  }
}

it.each([
  [(file: string) => ({ file }), 'ENOENT'],
  [(file: string) => ({ environment: { KUBECONFIG: file } }), '(no such file)'],
  [(file: string) => ({ environment: { KUBECONFIG: `${file}:${file}2` } }), '2 (no such file)'],
])('a kubeconfig that is not there is named: %s', async (options, why) => {
  const file = join(folder, 'missing')
  const error = await loadConfig(options(file)).catch((each: unknown) => each)
  expect((error as Error).message).toContain(file)
  expect((error as Error).message).toContain(why)
})

it('a token file that is not there is named with its user', async () => {
  const error = await getWith({ tokenFile: join(folder, 'token') })
  expect((error as Error).message).toMatch(
    /^the token of user "bob" of context "home" in \S+\/config: unable to read \S+\/token: ENOENT/,
  )
})

it.each([
  ['a token', { token: 'wrong' }],
  ['a token of the form of a service account', { token: 'e30.e30.e30' }],
])('Unauthorized says whom the server does not know: %s', async (_, user) => {
  const error = await getWith(user)
  expect(isUnauthorized(error)).toBe(true)
  expect((error as Error).message).toMatch(
    /^Unauthorized: the server does not accept user "bob" of context "home" in \S+\/config$/,
  )
})

it('an unknown version of a known kind names those that are served', async () => {
  const client = await server.client('in process')
  const messageFor = async (group: string, version: string, kind: string): Promise<string> => {
    const error = await client.resourceFor(new GroupVersionKind(group, version, kind)).catch((each: unknown) => each)
    expect(isNoMatchError(error)).toBe(true)
    return (error as Error).message
  }
  expect(await messageFor('apps', 'v9', 'Deployment')).toBe(
    'no matches for kind "Deployment" in version "apps/v9": it is served in apps/v1',
  )
  expect(await messageFor('', 'v2', 'Pod')).toBe('no matches for kind "Pod" in version "v2": it is served in v1')
  expect(await messageFor('apps', 'v1', 'Deploymentt')).toBe('no matches for kind "Deploymentt" in version "apps/v1"')
})

it('an empty namespace says of what, and where to set it', async () => {
  const client = await server.client('in process')
  await expect(client.create(new ConfigMap({ metadata: { name: 'a' } }))).rejects.toThrow(
    'an empty namespace may not be set during creation: configmaps: set metadata.namespace of the object',
  )
  await expect(client.get(Deployment, { name: 'web' })).rejects.toThrow(
    'an empty namespace may not be set when a resource name is provided: deployments "web": set namespace of the key',
  )
})
