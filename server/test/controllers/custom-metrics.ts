import { objectMetaDescriptor, typeMetaDescriptor } from 'apimachinery/meta/v1'
import { Scheme, TypedObject } from 'apimachinery/runtime'
import * as gen from 'apimachinery/runtime/gen-v1'
import type { AddedGroup } from '../../src/kubernetes/added-groups.js'
import { encodable } from '../../src/registry/encodable.js'
import type { ResourceStorage } from '../../src/registry/resource-storage.js'

const groupVersion = new gen.GroupVersion('custom.metrics.k8s.io', 'v1beta2')

class MetricValueList extends TypedObject {
  static readonly groupVersionKind: gen.GroupVersionKind<MetricValueList> = groupVersion.withKind('MetricValueList')
  static readonly descriptor = gen.struct('test.MetricValueList', () => [
    gen.field('TypeMeta', 0, typeMetaDescriptor, '<'),
    gen.field('metadata', 1, objectMetaDescriptor, '?'),
    gen.field('items', 2, gen.list(gen.scalar('any'))),
  ])
  declare items: object[]
}

/** The value of a metric of each object, by its name. */
export type MetricOf = (resource: string, name: string) => Readonly<Record<string, string>>

/** Stands in for an adapter: the custom metrics API with one metric of pods and one of services. */
export function customMetrics(metrics: Readonly<Record<string, string>>, valuesOf: MetricOf): AddedGroup {
  const scheme = new Scheme()
  scheme.addKnownTypes(groupVersion, MetricValueList)
  const storage: Record<string, ResourceStorage> = {}
  for (const [resource, metric] of Object.entries(metrics)) {
    storage[resource] = { type: MetricValueList, namespaced: true }
    storage[`${resource}/${metric}`] = {
      type: MetricValueList,
      namespaced: true,
      async get(_context, name) {
        const items = Object.entries(valuesOf(resource, name)).map(([described, value]) => {
          return { describedObject: { name: described }, timestamp: '2024-01-01T00:00:00Z', value }
        })
        return encodable(Object.assign(new MetricValueList(), { items }))
      },
    }
  }
  return { groupVersion, scheme, storage }
}
