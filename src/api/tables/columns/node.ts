import { ageColumn, column, nameColumn, type TableColumns } from '../column.js'

/** Columns of the kinds of `node.k8s.io`. Source: answers of kube-apiserver 1.36. */
export const nodeColumns: TableColumns = {
  RuntimeClass: [nameColumn, column('Handler', 'string', ''), ageColumn],
}
