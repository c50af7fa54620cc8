import type { JSONValue } from '../../json/json-value.js'
import type { RowFacts } from '../../meta/table/table-row.js'
import type { TableColumnDefinition, TableRowCondition } from '../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { Release } from '../releases/release.js'

/**
 * How a kind is shown in a table: its columns, and a row for each object.
 *
 * Source: answers of kube-apiserver for columns, pkg/printers/internalversion of Kubernetes for rows.
 */
export interface KindTable<T extends KubernetesObject = never> {
  readonly columns: readonly TableColumnDefinition[]
  cells(object: T, facts: RowFacts): JSONValue[]
  /** Cells of the items of a list, where they depend on all of them. Default: those of objects. */
  cellsOfList?(items: readonly T[]): KindTable<T>['cells']
  /** Conditions of a row: for example that a pod has completed. */
  conditions?(object: T): TableRowCondition[]
}

/** The table of a kind that is shown in other ways by earlier releases. */
export type KindTableByRelease<T extends KubernetesObject = never> = (release: Release) => KindTable<T>
