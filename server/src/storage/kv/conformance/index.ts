import type { ConformanceCase } from './conformance-case.js'
import { rangeCases } from './range-cases.js'
import { txnCases } from './txn-cases.js'
import { watchCases } from './watch-cases.js'

export { type ConformanceCase, type ConformanceStore, runConformanceCase } from './conformance-case.js'

/** Everything that a key-value store must do. Give each case to a test of your own. */
export const conformanceCases: readonly ConformanceCase[] = [...rangeCases, ...txnCases, ...watchCases]
