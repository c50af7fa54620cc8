import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Scheme } from 'apimachinery/runtime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bearerTokenAuthenticator } from '../../src/authentication/bearer-token.js'
import { tokenFileAuthenticator } from '../../src/authentication/token-file.js'
import { alwaysAllow } from '../../src/authorization/always.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { runCommand } from '../../src/cli/run.js'
import { APIServer, type APIServerOptions } from '../../src/kubernetes/api-server.js'
import { isOpen } from '../../src/kubernetes/open-access.js'
import { defineResource } from '../../src/registry/define-resource.js'
import { GenericAPIServer } from '../../src/server/generic-api-server.js'
import { GroupServer, type GroupServerOptions } from '../../src/server/group-server.js'
import { TestServer } from '../../src/testing/test-server.js'
import { addWardleToScheme, Flunder } from '../endpoints/wardle.js'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const namespaces = '/api/v1/namespaces'

/** The status of a request with a token, or without. */
async function statusOf(server: { fetch(request: Request): Promise<Response> }, path: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await server.fetch(new Request(`https://localhost${path}`, { headers }))
  await response.arrayBuffer()
  return response.status
}

const bob = { user: { name: 'bob', uid: '', groups: ['system:authenticated'], extra: {} } }
const tokenAuthenticators = [{ authenticateToken: async (token: string) => (token === 'bob' ? bob : undefined) }]

async function started(options: APIServerOptions): Promise<GenericAPIServer> {
  const server = await APIServer.start({ groups: [], tokenAuthenticators, ...options })
  closing.push(() => server.stop())
  await server.ready()
  return server.generic
}

async function secured(): Promise<{ cert: string; key: string }> {
  const authority = await newCertificateAuthority('test', new Date())
  const facts = { commonName: 'x', hosts: ['localhost'], usage: 'server', notBefore: new Date() } as const
  const { certificate, key } = await newCertificate(authority, facts)
  return { cert: certificate, key }
}

describe('an API server', () => {
  it.each([
    [
      'with all groups',
      { groups: undefined as never },
      { anonymous: 403, bob: 403, healthz: 200, version: 200, wrong: 401 },
    ],
    ['by default', {}, { anonymous: 403, bob: 403, healthz: 200, version: 200, wrong: 401 }],
    [
      'with AlwaysAllow',
      { authorizationModes: ['AlwaysAllow'] },
      { anonymous: 401, bob: 200, healthz: 401, version: 401, wrong: 401 },
    ],
    [
      'with AlwaysAllow and anonymous requests',
      { authorizationModes: ['AlwaysAllow'], anonymousAuth: true },
      { anonymous: 200, bob: 200, healthz: 200, version: 200, wrong: 401 },
    ],
    [
      'with AlwaysAllow and anonymous requests for health',
      { authorizationModes: [alwaysAllow], anonymousAuth: { paths: ['/healthz'] } },
      { anonymous: 401, bob: 200, healthz: 200, version: 401, wrong: 401 },
    ],
  ] as const)('%s lets in whom it should', async (_, options, expected) => {
    const server = await started(options)
    expect({
      anonymous: await statusOf(server, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'),
      bob: await statusOf(server, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', 'bob'),
      healthz: await statusOf(server, '/healthz'),
      version: await statusOf(server, '/version'),
      wrong: await statusOf(server, '/healthz', 'wrong'),
    }).toEqual(expected)
  })

  it.each(['0.0.0.0', '::', ''])('that is open does not listen on %j', async (host) => {
    const server = await started({ authorizationModes: ['RBAC', 'AlwaysAllow'], anonymousAuth: true })
    const tls = await secured()
    await expect(server.listen({ host, port: 0, tls })).rejects.toThrow(
      'requests without credentials may do everything: set authorizationModes to RBAC, or anonymousAuth to false',
    )
    const { port } = await server.listen({ host: '127.0.0.1', port: 0, tls })
    expect(port).toBeGreaterThan(0)
  })

  it.each([
    [{ authorizationModes: ['RBAC'], anonymousAuth: true }, false],
    [{ authorizationModes: ['AlwaysAllow'] }, false],
    [{ authorizationModes: ['AlwaysAllow'], anonymousAuth: {} }, true],
    [{ authorizationModes: ['Node', alwaysAllow], anonymousAuth: true }, true],
    [{ authorizationModes: ['AlwaysDeny'], anonymousAuth: true }, false],
  ] as const)('with %j is open: %s', (options, open) => {
    expect(isOpen(options)).toBe(open)
  })

  it('of a test is as easy as before', async () => {
    await using server = await TestServer.start({ groups: [] })
    expect((await server.fetch('/apis/apiextensions.k8s.io/v1/customresourcedefinitions')).status).toBe(200)
  })
})

describe('a generic server', () => {
  const writeError = (_: unknown, response: { writeHead(status: number): void; end(): void }, error: unknown): void => {
    response.writeHead((error as { status?: { code?: number } }).status?.code ?? 500)
    response.end()
  }
  const newServer = (config: object): GenericAPIServer => {
    const server = new GenericAPIServer({ writeError: writeError as never, ...config })
    closing.push(() => server.stop())
    server.router.handle('/x', async (_, response) => {
      response.writeHead(200)
      response.end()
    })
    server.start()
    return server
  }

  it('without an authorizer shows health and version alone', async () => {
    const server = newServer({})
    const [x, ...open] = await Promise.all(['/x', '/healthz', '/readyz', '/version'].map((p) => statusOf(server, p)))
    expect([x, ...open]).toEqual([403, 200, 200, 200])
  })

  it('that allows everything to everybody listens on loopback alone', async () => {
    const server = newServer({ authorizer: alwaysAllow })
    expect(await statusOf(server, '/x')).toBe(200)
    const tls = await secured()
    await expect(server.listen({ host: '0.0.0.0', port: 0, tls })).rejects.toThrow('not a loopback address')
    await server.listen({ host: 'localhost', port: 0, tls })
  })
})

describe('a server of groups', () => {
  const flunders = '/apis/wardle.example.com/v1/namespaces/default/flunders'
  const startGroup = async (options: Partial<GroupServerOptions>): Promise<GroupServer> => {
    const scheme = new Scheme()
    addWardleToScheme(scheme)
    const server = await GroupServer.start({ scheme, resources: [defineResource(Flunder)], ...options })
    closing.push(() => server.stop())
    return server
  }

  it('as the README has it serves the owner of the token, and nobody else', async () => {
    const authenticator = bearerTokenAuthenticator(tokenFileAuthenticator('t0ken,admin,,"system:masters"'))
    const { generic } = await startGroup({ authenticator })
    expect(await statusOf(generic, flunders, 't0ken')).toBe(200)
    expect(await statusOf(generic, flunders)).toBe(403)
    expect(await statusOf(generic, flunders, 'other')).toBe(401)
    expect(await statusOf(generic, '/version')).toBe(200)
  })

  it('without anything serves itself', async () => {
    const server = await startGroup({})
    expect(await statusOf(server.generic, flunders)).toBe(403)
    expect(await statusOf(server.generic, flunders, 'wrong')).toBe(401)
    const created = await server.client().create(new Flunder({ metadata: { name: 'a', namespace: 'default' } }))
    expect(created.metadata?.uid).toBeTruthy()
  })

  it('that allows everything listens on loopback alone', async () => {
    const { generic } = await startGroup({ authorizer: alwaysAllow })
    expect(await statusOf(generic, flunders)).toBe(200)
    await expect(generic.listen({ host: '0.0.0.0', port: 0, tls: await secured() })).rejects.toThrow(
      'give the server an authorizer other than alwaysAllow',
    )
  })
})

describe('the command', () => {
  let folder: string
  let port: number
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'open-access-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    port = (probe.address() as AddressInfo).port
    await new Promise((resolve) => probe.close(resolve))
  })

  const run = async (...flags: string[]) => {
    const warnings: string[] = []
    const all = ['--memory', `--data-dir=${folder}`, `--secure-port=${port}`, ...flags]
    const running = await runCommand(all, { out: () => {}, error: (text) => void warnings.push(text) })
    if (running === undefined) throw new Error('the command has ended')
    closing.push(() => running.server.stop())
    await running.server.ready()
    return { running, warnings: warnings.filter((text) => text.includes('may do everything')) }
  }

  const get = (path: string, options: object = {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = httpsRequest(
        { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false, ...options },
        (response) => {
          response.resume()
          response.once('end', () => resolve(response.statusCode))
        },
      )
      asked.once('error', reject)
      asked.end()
    })

  it('without flags gives access to the owner of its kubeconfig, and to nobody else', async () => {
    const { running, warnings } = await run()
    expect(warnings).toEqual([])
    expect(await get(namespaces)).toBe(403)
    expect(await get('/healthz')).toBe(200)
    expect(await get('/version')).toBe(200)
    expect(statSync(running.kubeconfig).mode & 0o777).toBe(0o600)
    const { users } = JSON.parse(readFileSync(running.kubeconfig, 'utf8'))
    const text = (name: string): string => Buffer.from(users[0].user[name], 'base64').toString()
    const admin = { cert: text('client-certificate-data'), key: text('client-key-data') }
    expect(await get(namespaces, admin)).toBe(200)
  })

  it('warns where everybody has access, and gives it from this machine alone', async () => {
    const { warnings } = await run('--authorization-mode=AlwaysAllow', '--anonymous-auth=true')
    expect(warnings[0]).toContain(
      'requests without credentials may do everything, from this machine: use --authorization-mode=RBAC',
    )
    expect(await get(namespaces)).toBe(200)
  })

  it('takes no anonymous requests with AlwaysAllow', async () => {
    const { warnings } = await run('--authorization-mode=AlwaysAllow')
    expect(warnings).toEqual([
      expect.stringContaining(
        '--authorization-mode=AlwaysAllow: everybody with a credential may do everything; use RBAC',
      ),
    ])
    expect(await get(namespaces)).toBe(401)
  })

  it.each([
    ['--bind-address=0.0.0.0', '--anonymous-auth=true', '--authorization-mode=AlwaysAllow'],
    ['--bind-address=::', '--anonymous-auth', '--authorization-mode=RBAC,AlwaysAllow'],
    ['--bind-address=192.0.2.1', '--anonymous-auth=true', '--authorization-mode=AlwaysAllow'],
  ])('with %s %s %s says what to set instead', async (...flags) => {
    await expect(run(...flags)).rejects.toThrow(
      'requests without credentials may do everything: set --authorization-mode=RBAC, --anonymous-auth=false, or --bind-address=127.0.0.1',
    )
  })
})
