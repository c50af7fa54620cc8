import type { JSONNode } from '../json/json-document.js'
import { ExactReader } from './exact-reader.js'
import type { FieldFinding } from './field-findings.js'
import { guardDepth } from './guard-depth.js'
import { typePlan } from './json-plan.js'
import type { ScalarDescriptor } from './types.js'

const untyped: ScalarDescriptor = { kind: 'any' }

/** The duplicate fields of an untyped document, as a strict read reports them. */
export function duplicateFields(document: JSONNode): readonly FieldFinding[] {
  const reader = new ExactReader({ integers: 'bigint', numbers: 'exact' })
  guardDepth(() => reader.read(typePlan(untyped), document))
  return reader.findings
}
