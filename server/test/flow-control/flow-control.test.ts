import { Client, InProcessTransport } from '@apimachinery/client'
import { FlowSchema, PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'

const patience = { timeout: 20_000, interval: 10 }

describe('priority and fairness of a server', () => {
  let server: APIServer
  let client: Client
  beforeAll(async () => {
    const users = { admin: ['system:masters'], alice: [] as string[] }
    server = await APIServer.start({
      authorizationModes: ['AlwaysAllow'],
      maxRequestsInFlight: 10,
      maxMutatingRequestsInFlight: 5,
      tokenAuthenticators: [
        {
          authenticateToken: async (token) => {
            const groups = users[token as keyof typeof users]
            return groups === undefined ? undefined : { user: { name: token, uid: '', groups, extra: {} } }
          },
        },
      ],
    })
    await server.ready()
    client = Client.from({
      transport: new InProcessTransport((request) =>
        server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization: 'Bearer admin' } }),
      ),
    })
  })
  afterAll(() => server.stop())

  const get = (path: string, token: string) =>
    server.generic.fetch(new Request(`https://localhost${path}`, { headers: { authorization: `Bearer ${token}` } }))

  async function uidOf(type: typeof FlowSchema | typeof PriorityLevelConfiguration, name: string) {
    return (await client.resource(type as typeof FlowSchema).get(name)).metadata?.uid
  }

  it('says which schema and level a request had', async () => {
    for (const [token, schema, level] of [
      ['admin', 'exempt', 'exempt'],
      ['alice', 'global-default', 'global-default'],
    ] as const) {
      await vi.waitFor(async () => {
        const { headers } = await get('/api/v1/namespaces', token)
        expect(headers.get('x-kubernetes-pf-flowschema-uid')).toBe(await uidOf(FlowSchema, schema))
        expect(headers.get('x-kubernetes-pf-prioritylevel-uid')).toBe(await uidOf(PriorityLevelConfiguration, level))
      }, patience)
    }
  })

  it('writes whether the level of a schema is there', async () => {
    const found = await vi.waitFor(async () => {
      const { status } = await client.resource(FlowSchema).get('service-accounts')
      expect(status?.conditions?.length).toBe(1)
      return status?.conditions?.[0]
    }, patience)
    expect(found).toMatchObject({
      type: 'Dangling',
      status: 'False',
      reason: 'Found',
      message: 'This FlowSchema references the PriorityLevelConfiguration object named "workload-low" and it exists',
    })
    const spec = { priorityLevelConfiguration: { name: 'nowhere' }, matchingPrecedence: 9, rules: [] }
    await client.resource(FlowSchema).create({ metadata: { name: 'lost' }, spec })
    await vi.waitFor(async () => {
      const { status } = await client.resource(FlowSchema).get('lost')
      expect(status?.conditions).toMatchObject([{ type: 'Dangling', status: 'True', reason: 'NotFound' }])
    }, patience)
  })

  it('turns away what a level without queues has no seats for', async () => {
    await client.resource(PriorityLevelConfiguration).create({
      metadata: { name: 'tiny' },
      spec: {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 0, borrowingLimitPercent: 0, limitResponse: { type: 'Reject' } },
      },
    })
    await client.resource(FlowSchema).create({
      metadata: { name: 'tiny' },
      spec: {
        priorityLevelConfiguration: { name: 'tiny' },
        matchingPrecedence: 3,
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'alice' } }],
            resourceRules: [
              { verbs: ['list'], apiGroups: [''], resources: ['configmaps'], namespaces: ['*'], clusterScope: true },
            ],
          },
        ],
      },
    })
    // Two of these at once cannot both be alone; one by one they are let through.
    await vi.waitFor(async () => {
      const both = await Promise.all(Array.from({ length: 8 }, () => get('/api/v1/configmaps', 'alice')))
      const refused = both.find(({ status }) => status === 429)
      expect(refused?.headers.get('retry-after')).toBe('1')
      expect(await refused?.text()).toBe('Too many requests, please try again later.\n')
    }, patience)
    const metrics = await (await get('/metrics', 'admin')).text()
    expect(metrics).toMatch(
      /apiserver_flowcontrol_rejected_requests_total\{flow_schema="tiny",priority_level="tiny",reason="concurrency-limit"\} \d/,
    )
    expect(metrics).toMatch(/apiserver_request_total\{code="429",.*resource="configmaps",.*verb="LIST"/)
  })

  it('shows its levels, queues and requests', async () => {
    const levels = await (await get('/debug/api_priority_and_fairness/dump_priority_levels', 'admin')).text()
    expect(levels.split('\n')[0]).toBe(
      'PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing, WaitingRequests, ExecutingRequests, DispatchedRequests, RejectedRequests, TimedoutRequests, CancelledRequests',
    )
    // As the table of a kube-apiserver was recorded.
    expect(levels).toContain(
      '\nworkload-high,     0,            true,   false,       0,               0,                 0,                  0,                0,                0\n',
    )
    const queues = await (await get('/debug/api_priority_and_fairness/dump_queues', 'admin')).text()
    expect(queues).toMatch(
      /^global-default, {4}127, {4}0, {15}0, {17}0, {10}\d\.\d{8}ss, {2}0, {15}0, {11}0\.00000000ss$/m,
    )
    const requests = await (await get('/debug/api_priority_and_fairness/dump_requests', 'admin')).text()
    expect(requests).toMatch(/^exempt, +exempt, +-1, +-1, +, +\S+Z, +1, +0, +0s, +\S+Z$/m)
  })

  it('gives levels the seats of their shares, and each its own again when one is gone', async () => {
    const metrics = await (await get('/metrics', 'admin')).text()
    const nominal = /^apiserver_flowcontrol_nominal_limit_seats\{priority_level="workload-low"\} (\d+)$/m.exec(metrics)
    // 100 of 245 shares of 15 seats.
    expect(nominal?.[1]).toBe('7')
    await client.resource(FlowSchema).delete('tiny')
    await client.resource(PriorityLevelConfiguration).delete('tiny')
    await vi.waitFor(async () => {
      expect(await (await get('/metrics', 'admin')).text()).not.toContain('limit_seats{priority_level="tiny"}')
    }, patience)
  })
})
