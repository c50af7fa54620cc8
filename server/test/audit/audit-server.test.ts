import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditBackend } from '../../src/audit/audit-backend.js'
import { parseAuditPolicy } from '../../src/audit/read-audit-policy.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { RequestLatencies } from '../../src/request/request-latencies.js'

// The policy that the lines of a kube-apiserver were recorded under.
const policy = `
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- {level: None, namespaces: [audit-none]}
- {level: Metadata, namespaces: [audit-metadata]}
- {level: Request, namespaces: [audit-request]}
- {level: RequestResponse, namespaces: [audit-rr]}
- {level: RequestResponse, namespaces: [audit-rr-nomf], omitManagedFields: true}
- {level: Metadata, users: [alice, "system:anonymous"]}
- {level: Metadata, nonResourceURLs: ["/version"]}
- {level: None}
`

describe('a server that audits', () => {
  const lines: string[] = []
  let failing = false
  const backend: AuditBackend = {
    processEvents(events) {
      lines.push(...events.map(({ json }) => json))
      return !failing
    },
    shutdown: async () => void lines.push('shutdown'),
  }
  let server: APIServer
  beforeAll(async () => {
    server = await APIServer.start({
      authorizationModes: ['RBAC'],
      innerFilters: [
        (next) => async (request, response) => {
          if (request.query.has('broken')) throw new Error('on purpose')
          if (request.query.has('slow')) {
            let now = 0
            request.latencies = new RequestLatencies({ monotonic: () => now })
            request.latencies.add('authorization', 1)
            now = 500 + Number(request.query.get('slow'))
          }
          return next(request, response)
        },
      ],
      audit: { policy: parseAuditPolicy(policy), newBackend: () => backend },
      tokenAuthenticators: [
        {
          authenticateToken: async (token) => {
            const groups = token === 'admin' ? ['system:masters'] : []
            return token === 'bad' ? undefined : { user: { name: token, uid: `${token}-uid`, groups, extra: {} } }
          },
        },
      ],
    })
    await server.ready()
    for (const name of ['metadata', 'request', 'rr', 'rr-nomf', 'none']) {
      await send('POST /api/v1/namespaces', { metadata: { name: `audit-${name}` } })
    }
    lines.length = 0
  })
  afterAll(async () => {
    await server.stop()
    expect(lines.at(-1)).toBe('shutdown')
  })

  async function send(line: string, body?: object, headers: Record<string, string> = {}) {
    const [method = '', path = ''] = line.split(' ')
    const response = await server.generic.handleInProcess({
      method,
      path,
      headers: {
        authorization: 'Bearer admin',
        'user-agent': 'audit-test/1',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    })
    return { status: response.status, text: Buffer.from(response.body as Uint8Array).toString() }
  }

  /** Lines of the last requests, without what differs from run to run. */
  async function taken(count = 2): Promise<string[]> {
    // The last event of a request follows its answer.
    await expect.poll(() => lines.length, { timeout: 10_000, interval: 5 }).toBe(count)
    return lines.splice(0).map((line) =>
      line
        .replace(/"auditID":"[^"]+"/, '"auditID":"ID"')
        .replace(/"(uid|resourceVersion)":"[-0-9a-f]{2,36}"/g, '"$1":"X"')
        .replace(/"(creationTimestamp|time|requestReceivedTimestamp|stageTimestamp)":"[^"]+"/g, '"$1":"T"'),
    )
  }
  const start = (level: string, stage: string, path: string): string =>
    `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"${level}","auditID":"ID","stage":"${stage}","requestURI":"${path}","verb":"create","user":{"username":"admin","uid":"admin-uid","groups":["system:masters","system:authenticated"]},"sourceIPs":["127.0.0.1"],"userAgent":"audit-test/1",`
  const end = '"requestReceivedTimestamp":"T","stageTimestamp":"T"'
  const allowed = ',"annotations":{"authorization.k8s.io/decision":"allow","authorization.k8s.io/reason":""}}'
  const configMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { k: '<v>' } }

  it('says where the time of a slow request went, and nothing of others', async () => {
    const annotationsOf = async (slow: string) => {
      await send(`GET /api/v1/namespaces/audit-metadata/configmaps?slow=${slow}`)
      await expect.poll(() => lines.length, { timeout: 10_000, interval: 5 }).toBe(2)
      const { annotations } = JSON.parse(lines.splice(0)[1] as string) as { annotations: Record<string, string> }
      return Object.fromEntries(Object.entries(annotations).filter(([key]) => key.startsWith('apiserver.latency')))
    }
    expect(await annotationsOf('0')).toEqual({})
    expect(await annotationsOf('0.5')).toMatchObject({
      'apiserver.latency.k8s.io/authorization': '1ms',
      'apiserver.latency.k8s.io/total': '500.5ms',
    })
  })

  it('audits a request with an invalid timeout, before authentication', async () => {
    const { status } = await send('GET /api/v1/namespaces/audit-metadata/configmaps?timeout=foo')
    expect(status).toBe(400)
    await expect.poll(() => lines.length, { timeout: 10_000, interval: 5 }).toBe(1)
    expect(JSON.parse(lines.splice(0)[0] as string)).toMatchObject({
      stage: 'ResponseStarted',
      user: {},
      responseStatus: {
        message: 'invalid timeout specified in the request URL - time: invalid duration "foo"',
        code: 400,
      },
    })
  })

  it('writes lines as kube-apiserver does', async () => {
    const path = '/api/v1/namespaces/audit-metadata/configmaps'
    await send(`POST ${path}`, configMap)
    const reference = '"objectRef":{"resource":"configmaps","namespace":"audit-metadata",'
    expect(await taken()).toEqual([
      `${start('Metadata', 'RequestReceived', path)}${reference}"apiVersion":"v1"},${end}}`,
      `${start('Metadata', 'ResponseComplete', path)}${reference}"name":"a","apiVersion":"v1"},"responseStatus":{"metadata":{},"code":201},${end}${allowed}`,
    ])
  })

  it('keeps request and response objects as the level says', async () => {
    await send('POST /api/v1/namespaces/audit-request/configmaps', configMap)
    const [, request = ''] = await taken()
    expect(request).toContain(
      ',"requestObject":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":"\\u003cv\\u003e"}},"requestReceivedTimestamp"',
    )
    await send('POST /api/v1/namespaces/audit-rr/configmaps', configMap)
    const [, both = ''] = await taken()
    expect(both).toContain(
      '"responseObject":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"audit-rr","uid":"X","resourceVersion":"X","creationTimestamp":"T","managedFields":[{"manager":"audit-test"',
    )
    await send('POST /api/v1/namespaces/audit-rr-nomf/configmaps', configMap)
    expect((await taken())[1]).toContain('"creationTimestamp":"T"},"data":{"k":"\\u003cv\\u003e"}}')
    await send('POST /api/v1/namespaces/audit-none/configmaps', configMap)
    expect(await taken(0)).toEqual([])
  })

  it('keeps patches, and errors as a Status', async () => {
    const path = '/api/v1/namespaces/audit-request/configmaps/a'
    await send(`PATCH ${path}`, { data: { k: 'w' } }, { 'content-type': 'application/merge-patch+json' })
    expect((await taken())[1]).toContain('"requestObject":{"data":{"k":"w"}},')
    await send('GET /api/v1/namespaces/audit-metadata/configmaps/missing')
    expect((await taken())[1]).toContain(
      '"responseStatus":{"metadata":{},"status":"Failure","message":"configmaps \\"missing\\" not found","reason":"NotFound","details":{"name":"missing","kind":"configmaps"},"code":404},',
    )
  })

  it('records who was rejected, and who was impersonated', async () => {
    await send('GET /api/v1/pods', undefined, { authorization: 'Bearer alice' })
    const [, forbidden = ''] = await taken()
    expect(forbidden).toContain('"user":{"username":"alice","uid":"alice-uid","groups":["system:authenticated"]}')
    expect(forbidden).toContain(
      '"annotations":{"authorization.k8s.io/decision":"forbid","authorization.k8s.io/reason":""}}',
    )
    await send('GET /api/v1/namespaces/audit-metadata/configmaps', undefined, { 'impersonate-user': 'bob' })
    const [received = '', complete = ''] = await taken()
    expect(received).not.toContain('impersonatedUser')
    expect(complete).toContain('"impersonatedUser":{"username":"bob","groups":["system:authenticated"]},')
  })

  it('has stages for long-running and for unauthenticated requests', async () => {
    const gone = new AbortController()
    const path = '/api/v1/namespaces/audit-metadata/configmaps?watch=1'
    const response = await server.generic.handleInProcess({
      method: 'GET',
      path,
      headers: { authorization: 'Bearer admin' },
      signal: gone.signal,
    })
    expect(response.status).toBe(200)
    expect((await taken()).map((line) => JSON.parse(line).stage)).toEqual(['RequestReceived', 'ResponseStarted'])
    gone.abort()
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines.splice(0)[0] as string).stage).toBe('ResponseComplete')
    await send('GET /version', undefined, { authorization: 'Bearer bad' })
    expect((await taken(1)).map((line) => JSON.parse(line))).toMatchObject([
      { stage: 'ResponseStarted', user: {}, responseStatus: { message: 'Unauthorized', code: 401 } },
    ])
  })

  it('refuses a request whose event could not be kept, where it must be', async () => {
    failing = true
    const answer = await send('GET /version')
    failing = false
    expect(answer).toEqual({ status: 500, text: 'Internal Server Error: "/version": failed to store audit event\n' })
    lines.length = 0
  })

  it('notes a handler that throws by mistake, in the stage Panic', async () => {
    const answer = await send('GET /version?broken=1')
    expect(answer.status).toBe(500)
    const events = lines.splice(0).map((line) => JSON.parse(line))
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'Panic'])
    expect(events[1].responseStatus).toEqual({
      metadata: {},
      status: 'Failure',
      message: "APIServer panic'd: on purpose",
      reason: 'InternalError',
      code: 500,
    })
    expect(events[1].auditID).toBe(events[0].auditID)
  })
})

it('the command writes a log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  try {
    const { auditOptions } = await import('../../src/cli/options/audit-options.js')
    const { FlagValues } = await import('../../src/flags/flag-values.js')
    const { flagGroups } = await import('../../src/cli/flags.js')
    const { parseFlags } = await import('../../src/flags/flag.js')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(join(folder, 'policy.yaml'), policy)
    const args = [`--audit-policy-file=${folder}/policy.yaml`, `--audit-log-path=${folder}/logs/audit.log`]
    const options = await auditOptions(new FlagValues(flagGroups, parseFlags(flagGroups, args)), () => {})
    const backend = options?.newBackend((_plugin, error) => {
      throw error
    })
    await backend?.processEvents([{ json: '{"kind":"Event"}', truncated: undefined }])
    await backend?.shutdown()
    expect(readdirSync(join(folder, 'logs'))).toEqual(['audit.log'])
    expect(readFileSync(join(folder, 'logs/audit.log'), 'utf8')).toBe('{"kind":"Event"}\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
