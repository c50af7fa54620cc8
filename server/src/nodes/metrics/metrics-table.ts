import { metaToTableRow, type TableConvertor } from 'apimachinery/meta'
import { Table, type TableColumnDefinition } from 'apimachinery/meta/v1'
import { parseQuantity } from 'apimachinery/resource'
import { getName, type KubernetesObject } from 'apimachinery/runtime'
import { NodeMetrics, NodeMetricsList, PodMetrics, PodMetricsList, type Usage } from './metrics-kinds.js'

/** Shows metrics as metrics-server does: a column for each resource of the first object. Source: pkg/api/table.go of metrics-server. */
export const metricsTable: TableConvertor = {
  convertToTable(object, options = {}) {
    const [first] = itemsOf(object)
    const names = Object.keys(first === undefined ? {} : usageOf(first)).sort()
    const rows = metaToTableRow(object, options, (item) => {
      const usage = usageOf(item)
      return [getName(item), ...names.map((name) => usage[name] ?? '0'), windowOf(item)]
    })
    const columnDefinitions = first === undefined || options.noHeaders === true ? [] : columnsOf(names)
    return new Table({ metadata: {}, columnDefinitions, rows })
  },
}

function itemsOf(object: KubernetesObject): readonly KubernetesObject[] {
  return object instanceof PodMetricsList || object instanceof NodeMetricsList ? object.items : [object]
}

/** What all of the containers use. */
function usageOf(object: KubernetesObject): Usage {
  if (object instanceof NodeMetrics) return object.usage
  const sum: Usage = {}
  if (!(object instanceof PodMetrics)) return sum
  for (const { usage } of object.containers) {
    for (const [name, value] of Object.entries(usage)) {
      sum[name] = parseQuantity(sum[name] ?? '0')
        .add(parseQuantity(value))
        .toString()
    }
  }
  return sum
}

function windowOf(object: KubernetesObject): string {
  return object instanceof PodMetrics || object instanceof NodeMetrics ? object.window : ''
}

function columnsOf(names: readonly string[]): TableColumnDefinition[] {
  const column = (name: string, format: string, description = ''): TableColumnDefinition => {
    return { name, type: 'string', format, description, priority: 0 }
  }
  return [
    column('Name', 'name', 'Name of the resource'),
    ...names.map((name) => column(name, 'quantity')),
    column('Window', 'duration'),
  ]
}
