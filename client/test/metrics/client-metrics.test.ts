import { ConfigMap } from 'apimachinery/api/core/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { clientMetrics } from '../../src/metrics/client-metrics.js'
import { MetricsRegistry } from '../../src/metrics/metrics-registry.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import { TransportError } from '../../src/transport/transport-error.js'

const lines = async (registry: MetricsRegistry, name: string): Promise<string[]> =>
  (await registry.text()).split('\n').filter((line) => line.startsWith(name))

describe('metrics of a client', () => {
  it('count responses, failures and retries', async () => {
    const registry = new MetricsRegistry()
    let count = 0
    const transport = new InProcessTransport(async () => {
      if (++count === 3) throw new TransportError('Protocol', 'broken')
      const body = new TextEncoder().encode('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m"}}')
      const headers = { 'content-type': 'application/json', 'retry-after': '0' }
      return { status: count === 1 ? 429 : 200, headers, body }
    })
    const { hooks } = clientMetrics(registry, { host: 'kube:6443' })
    const maps = Client.from({ transport, hooks }).resource(ConfigMap).namespace('n')
    await maps.get('m')
    await expect(maps.get('m')).rejects.toThrow('broken')
    expect(await lines(registry, 'rest_client_requests_total{')).toEqual([
      'rest_client_requests_total{code="200",host="kube:6443",method="GET"} 1',
      'rest_client_requests_total{code="429",host="kube:6443",method="GET"} 1',
      'rest_client_requests_total{code="<error>",host="kube:6443",method="GET"} 1',
    ])
    expect(await lines(registry, 'rest_client_request_retries_total{')).toEqual([
      'rest_client_request_retries_total{code="200",host="kube:6443",verb="GET"} 1',
    ])
    expect(await lines(registry, 'rest_client_request_duration_seconds_count')).toEqual([
      'rest_client_request_duration_seconds_count{host="kube:6443",verb="GET"} 3',
    ])
  })

  it('report the expiration of the first certificate of a plugin', async () => {
    const registry = new MetricsRegistry()
    const { execHooks } = clientMetrics(registry, { host: 'h', clock: new FakeClock(100_000) })
    const ttl = async (): Promise<string | undefined> =>
      (await lines(registry, 'rest_client_exec_plugin_ttl_seconds'))[0]?.split(' ')[1]
    expect(await ttl()).toBe('+Inf')
    execHooks.onCertificate?.({ command: 'a', expires: 160_000, rotatedAge: undefined })
    execHooks.onCertificate?.({ command: 'b', expires: 90_000, rotatedAge: 3_600_000 })
    expect(await ttl()).toBe('-10')
    execHooks.onCertificate?.({ command: 'b', expires: undefined, rotatedAge: undefined })
    expect(await ttl()).toBe('60')
    expect((await lines(registry, 'rest_client_exec_plugin_certificate_rotation_age_sum'))[0]).toMatch(/ 3600$/)
    execHooks.onCall?.({ command: 'a', exitCode: 3, status: 'plugin_execution_error' })
    execHooks.onPolicy?.({ command: 'a', allowed: false })
    expect(await lines(registry, 'rest_client_exec_plugin_call_total{')).toEqual([
      'rest_client_exec_plugin_call_total{call_status="plugin_execution_error",code="3"} 1',
    ])
    expect(await lines(registry, 'rest_client_exec_plugin_policy_call_total{')).toEqual([
      'rest_client_exec_plugin_policy_call_total{result="denied"} 1',
    ])
  })
})
