import { MetricsRegistry } from '@apimachinery/client/metrics'
import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { GroupVersion } from 'apimachinery/schema'
import { expect, it } from 'vitest'
import { DocumentMetrics } from '../../src/customresources/document-metrics.js'
import { definition, version } from './api.js'

const versions = [new GroupVersion('stable.example.com', 'v1'), new GroupVersion('stable.example.com', 'v2')]

function state(established: boolean): CustomResourceDefinition {
  const conditions = [{ type: 'Established', status: established ? 'True' : 'False' }]
  return { ...definition('Shirt', { versions: [version('v1', {})] }), status: { conditions } } as never
}

it('changes of documents are counted by the definition and the reason', async () => {
  const registry = new MetricsRegistry()
  const metrics = new DocumentMetrics(registry)
  const [waiting, established] = [state(false), state(true)]
  metrics.observe({ type: 'ADDED', object: waiting }, [])
  metrics.observe({ type: 'MODIFIED', old: waiting, object: established }, versions)
  metrics.observe({ type: 'MODIFIED', old: established, object: established }, versions)
  metrics.observe({ type: 'MODIFIED', old: established, object: established }, versions.slice(0, 1))
  metrics.observe({ type: 'DELETED', object: established }, versions)
  const counted = (await registry.text()).split('\n').filter((line) => line.startsWith('apiextensions_openapi_'))
  const crd = 'crd="shirts.stable.example.com"'
  const group = 'group="stable.example.com"'
  expect(counted.sort()).toEqual([
    `apiextensions_openapi_v2_regeneration_count{${crd},reason="add"} 1`,
    `apiextensions_openapi_v2_regeneration_count{${crd},reason="remove"} 1`,
    `apiextensions_openapi_v2_regeneration_count{${crd},reason="update"} 2`,
    `apiextensions_openapi_v3_regeneration_count{${crd},${group},reason="add",version="v1"} 1`,
    `apiextensions_openapi_v3_regeneration_count{${crd},${group},reason="add",version="v2"} 1`,
    `apiextensions_openapi_v3_regeneration_count{${crd},${group},reason="remove",version="v1"} 1`,
    `apiextensions_openapi_v3_regeneration_count{${crd},${group},reason="remove",version="v2"} 1`,
    `apiextensions_openapi_v3_regeneration_count{${crd},${group},reason="update",version="v1"} 2`,
    `apiextensions_openapi_v3_regeneration_count{${crd},${group},reason="update",version="v2"} 1`,
  ])
})
