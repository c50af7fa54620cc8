import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { bearerTokenAuthenticator } from '@apimachinery/server/authentication'
import { isForbidden, isInvalid } from 'apimachinery/errors'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startWardle } from '../../../examples/wardle-server/server.js'
import { newTestCertificates } from '../../src/testing/socket-port.js'

const folder = new URL('../../../examples/wardle-server/', import.meta.url).pathname
const manifest = (name: string) => new Unstructured(parse(readFileSync(`${folder}${name}`, 'utf8')))
const user = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} }
const server = await startWardle({
  authenticator: bearerTokenAuthenticator({
    authenticateToken: async (token) => (token === 'secret' ? { user } : undefined),
  }),
})
const client = server.client()
const flunders = (version: string) =>
  client.resource(new GroupVersionResource('wardle.example.com', version, 'flunders')).namespace('default')

beforeAll(async () => {
  await client.create(manifest('manifests/ahab.yaml'))
  await client.create(manifest('manifests/nemo.yaml'))
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

describe('the server of wardle.example.com', () => {
  it('serves flunders in both versions', async () => {
    expect(await flunders('v1beta1').get('nemo')).toMatchObject({ spec: { flunderReference: 'dory', appetite: 3 } })
    expect(await flunders('v1alpha1').get('nemo')).toMatchObject({ spec: { reference: 'dory' } })
  })

  it('refuses what fischers do not want, and what the rules forbid', async () => {
    await expect(client.create(manifest('moby.yaml'))).rejects.toSatisfy(isForbidden)
    const nemo = await flunders('v1beta1').get('nemo')
    const both = { ...nemo, spec: { flunderReference: 'a', fischerReference: 'b' } }
    await expect(flunders('v1beta1').update(new Unstructured(both as never))).rejects.toSatisfy(isInvalid)
  })

  it('answers those who connect to the waters of a flunder', async () => {
    const path = '/apis/wardle.example.com/v1beta1/namespaces/default/flunders/nemo/waters'
    const request = new Request(`https://localhost${path}`, { headers: { authorization: 'Bearer secret' } })
    const response = await server.generic.fetch(request)
    expect([response.status, await response.text()]).toEqual([200, 'reef, 10 m deep\n'])
  })

  it('tells strangers nothing', async () => {
    const answer = await server.generic.fetch(new Request('https://localhost/apis/wardle.example.com/v1beta1/flunders'))
    expect(answer.status).toBe(403)
  })

  const kubectl = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].find(existsSync)
  it.skipIf(kubectl === undefined)('talks to kubectl as README shows (kubectl is needed)', async () => {
    const { serving } = await newTestCertificates()
    const tls = { cert: serving.certificate, key: serving.key }
    const { port } = await server.generic.listen({ host: '127.0.0.1', port: 0, tls })
    const access = ['--kubeconfig', '/dev/null', '--insecure-skip-tls-verify', '--token', 'secret']
    const k = async (...args: string[]) => {
      const all = [...access, '--server', `https://127.0.0.1:${port}`, '--cache-dir', '/tmp/wardle-kubectl', ...args]
      return (await promisify(execFile)(kubectl as string, all)).stdout
    }
    expect(await k('get', 'flunders')).toMatch(/^NAME +REFERENCE +APPETITE\nnemo +dory +3\n$/)
    expect(await k('get', 'fl', 'nemo', '-o', 'name')).toBe('flunder.wardle.example.com/nemo\n')
    const raw = '/apis/wardle.example.com/v1beta1/namespaces/default/flunders/nemo/waters'
    expect(await k('get', '--raw', raw)).toBe('reef, 10 m deep\n')
    await expect(k('create', '-f', `${folder}moby.yaml`)).rejects.toThrow('this name may not be used')
    expect(await k('api-resources', '-o', 'name')).toContain('flunders.wardle.example.com')
  })
})
