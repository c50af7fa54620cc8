import type { Client } from '@apimachinery/client'
import { addToScheme, ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { newForbidden } from 'apimachinery/errors'
import { getName, Scheme } from 'apimachinery/runtime'
import { GroupResource } from 'apimachinery/schema'
import { afterEach, describe, expect, it } from 'vitest'
import { alwaysAllow } from '../../src/authorization/always.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { defineResource } from '../../src/registry/define-resource.js'
import type { Handler } from '../../src/request/http.js'
import type { GenericAPIServer } from '../../src/server/generic-api-server.js'
import { GroupServer, type GroupServerOptions } from '../../src/server/group-server.js'
import { Loopback } from '../../src/server/loopback.js'
import type { ServerOptions } from '../../src/server/server-options.js'

/** What both servers have. */
interface Started {
  readonly generic: GenericAPIServer
  client(): Client
  ready(): Promise<void>
  stop(): Promise<void>
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function startGroup(options: Partial<GroupServerOptions> = {}): Promise<GroupServer> {
  const scheme = new Scheme()
  addToScheme(scheme)
  const server = await GroupServer.start({
    scheme,
    resources: [defineResource(ConfigMap), defineResource(Namespace)],
    ...options,
  })
  closing.push(() => server.stop())
  return server
}

async function startKubernetes(options: ServerOptions): Promise<APIServer> {
  const server = await APIServer.start({ groups: [], ...options })
  closing.push(() => server.stop())
  return server
}

const starts: readonly (readonly [string, (options: ServerOptions) => Promise<Started>])[] = [
  ['a server of groups', startGroup],
  ['a Kubernetes API server', startKubernetes],
]

const hello: Handler = async (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end(Buffer.from('hello'))
}

async function get({ generic }: Pick<Started, 'generic'>, path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${generic.loopback.token}` }
  const response = await generic.fetch(new Request(`https://localhost${path}`, { headers }))
  return { status: response.status, text: await response.text() }
}

describe.each(starts)('%s', (_name, start) => {
  it('runs hooks after its start, with a client of itself, and before its end', async () => {
    const events: string[] = []
    const server = await start({
      postStartHooks: {
        fills: async ({ client, signal }) => {
          await client.create(new Namespace({ metadata: { name: 'made' } }))
          signal.addEventListener('abort', () => events.push('stopping'))
          events.push('filled')
        },
      },
      preShutdownHooks: {
        leaves: async () => void events.push(getName(await server.client().get(Namespace, { name: 'made' }))),
      },
    })
    await server.ready()
    expect(events).toEqual(['filled'])
    expect((await get(server, '/readyz/poststarthook/fills')).status).toBe(200)
    await server.stop()
    expect(events).toEqual(['filled', 'made', 'stopping'])
  })

  it('shows health checks where they belong', async () => {
    const ill = { check: () => Promise.reject(new Error('ill')) }
    const server = await start({
      healthChecks: [{ name: 'everywhere', ...ill }],
      liveChecks: [{ name: 'alive', ...ill }],
      readyChecks: [{ name: 'prepared', ...ill }],
    })
    await server.ready()
    const failing = async (path: string): Promise<string[]> =>
      Array.from((await get(server, path)).text.matchAll(/^\[-\](\S+)/gm), ([, name]) => name as string)
    expect(await failing('/healthz')).toEqual(['everywhere', 'alive'])
    expect(await failing('/livez')).toEqual(['everywhere', 'alive'])
    expect(await failing('/readyz')).toEqual(['everywhere', 'prepared'])
    expect((await get(server, '/livez/prepared')).status).toBe(404)
  })

  it('serves paths, and all below those that end in a slash', async () => {
    const server = await start({ paths: { '/hello': hello, '/greetings/': hello } })
    expect(await get(server, '/hello')).toEqual({ status: 200, text: 'hello' })
    expect((await get(server, '/hello/world')).status).toBe(404)
    expect((await get(server, '/greetings/to/all')).text).toBe('hello')
    expect(JSON.parse((await get(server, '/')).text).paths).toEqual(expect.arrayContaining(['/greetings/', '/hello']))
    const anonymous = await server.generic.fetch(new Request('https://localhost/hello'))
    expect(anonymous.status).toBe(403)
  })

  it('refuses a path that it has itself', async () => {
    await expect(start({ paths: { '/version': hello } })).rejects.toThrow('/version')
  })

  it('puts filters around everything, and around the paths', async () => {
    const seen: string[] = []
    const server = await start({
      outerFilters: [
        (next) => (request, response) => {
          seen.push(`outer ${request.path}`)
          return next(request, response)
        },
      ],
      innerFilters: [
        (next) => (request, response) => {
          seen.push(`inner ${request.user.name}`)
          return next(request, response)
        },
      ],
    })
    await server.ready()
    seen.length = 0
    expect((await get(server, '/version')).status).toBe(200)
    expect(seen).toEqual(['outer /version', 'inner system:apiserver'])
    // What is refused does not come to the inner ones.
    await server.generic.fetch(new Request('https://localhost/metrics'))
    expect(seen.slice(2)).toEqual(['outer /metrics'])
  })

  it('takes a loopback whose clients there were before it', async () => {
    const loopback = new Loopback()
    const client = loopback.client({ maxRetries: 0 })
    await expect(client.get(Namespace, { name: 'a' })).rejects.toThrow('takes no requests yet')
    await start({ loopback })
    await client.create(new Namespace({ metadata: { name: 'a' } }))
    expect(getName(await client.get(Namespace, { name: 'a' }))).toBe('a')
  })

  it('audits requests', async () => {
    const events: string[] = []
    const everything = { level: 'Metadata', omitStages: new Set(), omitManagedFields: false }
    const server = await start({
      audit: {
        policy: { configFor: () => everything } as never,
        newBackend: () => ({
          processEvents: (encoded) => {
            const all = encoded.map(({ json }) => JSON.parse(json))
            events.push(...all.map(({ stage, requestURI }) => `${stage} ${requestURI}`))
            return true
          },
          shutdown: async () => void events.push('shut down'),
        }),
      },
    })
    await server.ready()
    events.length = 0
    await get(server, '/version')
    expect(events).toEqual(['RequestReceived /version', 'ResponseComplete /version'])
    await server.stop()
    expect(events.at(-1)).toBe('shut down')
  })

  it('ends requests after their time', async () => {
    const server = await start({
      requestTimeout: 1,
      paths: {
        '/never': (request) => new Promise((resolve) => request.signal.addEventListener('abort', () => resolve())),
      },
    })
    expect((await get(server, '/never')).status).toBe(504)
  })
})

describe('a server of groups', () => {
  const maps = '/api/v1/namespaces/default/configmaps'

  it('is what it is told in its version and its documents', async () => {
    const version = { gitVersion: 'v2.3.4', major: '2', minor: '3' }
    const server = await startGroup({ version, documents: { title: 'Maps', version: 'v2' } })
    expect(JSON.parse((await get(server, '/version')).text)).toMatchObject({ ...version, compiler: 'gc' })
    expect(JSON.parse((await get(server, '/openapi/v3/api/v1')).text).info).toEqual({ title: 'Maps', version: 'v2' })
    expect((await get(server, '/metrics')).text).toContain('git_version="v2.3.4"')
  })

  it('lets nobody in without a credential where anonymous requests are off', async () => {
    const server = await startGroup({ authorizer: alwaysAllow, anonymousAuth: false })
    const anonymous = await server.generic.fetch(new Request(`https://localhost${maps}`))
    expect([anonymous.status, (await get(server, maps)).status]).toEqual([401, 200])
  })

  it('asks its authorizer', async () => {
    const authorizer = {
      authorize: async ({ verb }: { verb: string }) => ({
        decision: verb === 'list' ? ('allow' as const) : ('no-opinion' as const),
        reason: '',
      }),
    }
    const server = await startGroup({ authorizer })
    const statusOf = async (path: string) =>
      (await server.generic.fetch(new Request(`https://localhost${path}`))).status
    expect([await statusOf(maps), await statusOf(`${maps}/a`)]).toEqual([200, 403])
  })

  it('queues requests by priority and fairness, with the levels of a new cluster or its own', async () => {
    const usual = await startGroup({ priorityAndFairness: true })
    await usual.ready()
    const shown = await get(usual, '/debug/api_priority_and_fairness/dump_priority_levels')
    expect(shown.text).toContain('workload-low')
    expect((await get(usual, '/metrics')).text).toContain('apiserver_flowcontrol_nominal_limit_seats')
    const own = await startGroup({ priorityAndFairness: { levels: [], schemas: [] } })
    const few = await get(own, '/debug/api_priority_and_fairness/dump_priority_levels')
    expect([few.text.includes('catch-all'), few.text.includes('workload-low')]).toEqual([true, false])
  })

  it('limits requests in flight by number', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = await startGroup({
      maxRequestsInFlight: 1,
      paths: {
        '/held': async (_request, response) => {
          await held
          response.writeHead(204)
          response.end()
        },
      },
      authorizer: alwaysAllow,
    })
    const anonymous = (path: string) => server.generic.fetch(new Request(`https://localhost${path}`))
    const first = anonymous('/held')
    expect((await anonymous(maps)).status).toBe(429)
    release()
    expect((await first).status).toBe(204)
    expect((await anonymous(maps)).status).toBe(200)
  })

  it('admits as its plugins say, and closes its store where it cannot start', async () => {
    const refuses = {
      handles: () => true,
      validate: async () => {
        throw newForbidden(new GroupResource('', 'configmaps'), 'a', new Error('no'))
      },
    }
    const server = await startGroup({ admission: [refuses] })
    const object = new ConfigMap({ metadata: { name: 'a', namespace: 'default' } })
    await expect(server.client().create(object)).rejects.toThrow('no')
  })

  it('counts what it stores', async () => {
    const server = await startGroup()
    await server.client().create(new ConfigMap({ metadata: { name: 'a', namespace: 'default' } }))
    expect((await get(server, '/metrics')).text).toMatch(
      /apiserver_resource_objects\{group="",resource="configmaps"\} 1$/m,
    )
  })
})
