import { MetricsRegistry } from '@apimachinery/client/metrics'
import { expect, it } from 'vitest'
import { AuthenticationMetrics } from '../../src/authentication/authentication-metrics.js'
import { RequestMetrics } from '../../src/metrics/request-metrics.js'
import { StorageMetrics } from '../../src/metrics/storage-metrics.js'

/** What a registry of a release serves after a list of the store, and one of the watch cache. */
async function served(minorRelease: number): Promise<string> {
  const registry = new MetricsRegistry({ minorRelease })
  const storage = new StorageMetrics(registry, minorRelease)
  new RequestMetrics(registry, minorRelease)
  new AuthenticationMetrics(registry, '', minorRelease)
  storage.storage('apps', 'deployments').listed?.(3, 2)
  storage.cache('apps', 'deployments').listed?.('byName', 5, 4)
  return registry.text()
}

// Facts of k8s.io/apiserver/pkg/storage of two releases.
it('lists are counted for the store and the cache together from the release on that began to', async () => {
  const text = await served(37)
  for (const line of [
    'apiserver_storage_list_total{group="apps",index="",resource="deployments",storage="etcd"} 1',
    'apiserver_storage_list_total{group="apps",index="byName",resource="deployments",storage="watchcache"} 1',
    'apiserver_storage_list_fetched_objects_total{group="apps",index="byName",resource="deployments",storage="watchcache"} 5',
    'apiserver_storage_list_evaluated_objects_total{group="apps",resource="deployments",storage="etcd"} 3',
    'apiserver_storage_list_returned_objects_total{group="apps",resource="deployments",storage="watchcache"} 4',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).not.toContain('apiserver_cache_list_total')
})

it('lists of the cache have metrics of their own before', async () => {
  const text = await served(36)
  expect(text).toContain('apiserver_storage_list_total{group="apps",resource="deployments"} 1')
  expect(text).toContain('apiserver_cache_list_total{group="apps",index="byName",resource="deployments"} 1')
  expect(text).not.toContain('Deprecated since 1.37')
})

it('families are as stable as in the release', async () => {
  const serves = async (minor: number, name: string) =>
    (await served(minor)).match(new RegExp(`^# HELP ${name} \\[(\\w+)`, 'm'))?.[1]
  expect([
    await serves(36, 'serviceaccount_valid_tokens_total'),
    await serves(37, 'serviceaccount_valid_tokens_total'),
  ]).toEqual(['ALPHA', 'BETA'])
})
