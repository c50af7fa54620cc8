import { humanAge } from 'apimachinery/meta'
import { Table } from 'apimachinery/meta/v1'
import {
  getCreationTimestamp,
  isUnstructuredList,
  type KubernetesObject,
  type Unstructured,
} from 'apimachinery/runtime'

const column = { type: 'string', format: '', description: '', priority: 0 }

/** The table of objects that a server does not make tables of: names and ages. */
export function plainTable(answer: KubernetesObject, now: Date): Table {
  const list = answer as Unstructured
  const objects = isUnstructuredList(list) ? list.items : [list]
  const metadata = isUnstructuredList(list) ? (list.metadata as Table['metadata']) : undefined
  return new Table({
    ...(metadata !== undefined && { metadata }),
    columnDefinitions: [
      { ...column, name: 'Name', format: 'name' },
      { ...column, name: 'Age' },
    ],
    rows: objects.map((object) => {
      const { name = '' } = (object.metadata ?? {}) as { name?: string }
      return { cells: [name, humanAge(getCreationTimestamp(object), now)], object: object as never }
    }),
  })
}
