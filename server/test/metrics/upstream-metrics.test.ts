import { readFileSync } from 'node:fs'
import { Client, InProcessTransport } from '@apimachinery/client'
import { MetricsRegistry, type RegisteredFamily } from '@apimachinery/client/metrics'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { releaseOf } from 'apimachinery/api/releases'
import { systemClock } from 'apimachinery/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customResourceType } from '../../src/customresources/custom-resource-type.js'
import { delegationMetrics } from '../../src/delegation/delegation-metrics.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { ConfigReloadMetrics } from '../../src/metrics/config-reload-metrics.js'
import { ruleMetrics } from '../../src/metrics/rule-metrics.js'
import { versionInfo } from '../../src/request/version-info.js'
import { ServerMetrics } from '../../src/server/server-metrics.js'
import { shownFamily, upstreamFamilies } from './upstream-families.js'

const notServed = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')

describe("upstream's metrics", () => {
  let server: APIServer
  let served: ReadonlyMap<string, RegisteredFamily>
  beforeAll(async () => {
    // That of which upstream's metrics were read.
    const release = releaseOf('1.36')
    server = await APIServer.start({
      release: release.name,
      authorizationModes: ['RBAC'],
      metrics: new ServerMetrics({ version: versionInfo({ release }), registry: { showHidden: true } }),
    })
    await server.ready()
    const authorization = `Bearer ${server.loopbackToken}`
    const client = Client.from({
      transport: new InProcessTransport((request) =>
        server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization } }),
      ),
    })
    // Reported by servers with such a file.
    for (const configuration of ['authentication', 'authorization', 'encryption'] as const) {
      new ConfigReloadMetrics(server.generic.metrics.registry, { configuration, serverID: 'a', clock: systemClock })
    }
    // Reported by servers behind an aggregator.
    for (const purpose of ['authn', 'authz'] as const) delegationMetrics(server.generic.metrics.registry, purpose)
    const configMaps = client.resource(ConfigMap).namespace('default')
    await configMaps.create(new ConfigMap({ metadata: { name: 'a' } }))
    await configMaps.list()
    const { registry, slis } = server.generic.metrics
    served = new Map([...registry.families(), ...slis.families()].map((family) => [family.facts.name, family]))
  })
  afterAll(() => server.stop())

  it.each(Object.entries(upstreamFamilies))(
    '%s is served as upstream, or the documentation says why not',
    (name, expected) => {
      const family = served.get(name)
      if (family === undefined) {
        const reason = name.startsWith('rest_client_') ? '`rest_client_*`' : `| \`${name}\` |`
        return expect(notServed).toContain(reason)
      }
      expect(notServed).not.toContain(`| \`${name}\` |`)
      expect(shownFamily(family)).toEqual(expected)
    },
  )

  it('count what a request does on its way to the store', async () => {
    const text = await server.generic.metrics.registry.text()
    const value = (series: RegExp): number => Number(new RegExp(`^${series.source} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
    expect(value(/etcd_requests_total\{group="",operation="create",resource="configmaps"\}/)).toBeGreaterThan(0)
    expect(value(/apiserver_storage_events_received_total\{group="",resource="configmaps"\}/)).toBeGreaterThan(0)
    expect(value(/apiserver_watch_cache_events_received_total\{group="",resource="configmaps"\}/)).toBeGreaterThan(0)
    expect(value(/apiserver_watch_cache_initializations_total\{group="",resource="configmaps"\}/)).toBe(1)
    expect(value(/apiserver_cache_list_total\{group="",index="",resource="configmaps"\}/)).toBeGreaterThan(0)
    expect(value(/workqueue_adds_total\{name="autoregister"\}/)).toBeGreaterThan(10)
    expect(value(/workqueue_depth\{name="autoregister"\}/)).toBe(0)
    expect(
      value(
        /apiserver_admission_step_admission_duration_seconds_count\{operation="CREATE",rejected="false",type="admit"\}/,
      ),
    ).toBeGreaterThan(0)
    expect(
      value(
        /apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",operation="CREATE",rejected="false",type="admit"\}/,
      ),
    ).toBeGreaterThan(0)
  })

  it('warn of deprecated APIs', async () => {
    const headers = { authorization: `Bearer ${server.loopbackToken}` }
    const url = 'https://localhost/api/v1/namespaces/default/endpoints'
    const response = await server.generic.fetch(new Request(url, { headers }))
    expect(response.headers.get('warning')).toBe(
      '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"',
    )
    const now = await server.generic.metrics.registry.text()
    expect(now).toContain(
      'apiserver_requested_deprecated_apis{group="",removed_release="",resource="endpoints",subresource="",version="v1"} 1',
    )
  })

  it('time the rules in schemas of custom resources', async () => {
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'integer' } },
          'x-kubernetes-validations': [{ rule: '!has(self.a) || self.a > 0' }],
        },
      },
    } as const
    const version = { name: 'v1', schema: { openAPIV3Schema: schema } }
    const definition = {
      spec: { group: 'a.example', scope: 'Cluster', names: { kind: 'A', plural: 'as' }, versions: [version] },
    }
    const registry = new MetricsRegistry()
    const type = customResourceType(definition as never, version as never, ruleMetrics(registry))
    const object = { apiVersion: 'a.example/v1', kind: 'A', metadata: { name: 'a' }, spec: {} }
    type.version.validate(object)
    type.version.validate(object)
    const told = await registry.text()
    expect(told).toContain('apiserver_cel_compilation_duration_seconds_count 1\n')
    expect(told).toContain('apiserver_cel_evaluation_duration_seconds_count 2\n')
  })
})
