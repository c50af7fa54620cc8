import { duplicateFields } from '../../../descriptor/duplicate-fields.js'
import type { FieldFinding } from '../../../descriptor/field-findings.js'
import { foundWord } from '../../../descriptor/read-scalar.js'
import { MachineryError } from '../../../errors/machinery-error.js'
import { documentOf } from '../../../json/document-of.js'
import type { JSONSource } from '../../../json/json-source.js'
import type { JSONValue } from '../../../json/json-value.js'
import { exceedsNesting } from '../../../json/nesting.js'
import { parseDocument } from '../../../json/parse-document.js'
import type { ReadingMode } from '../../interfaces.js'
import { type Unstructured, type UnstructuredForm, unstructuredFromContent } from '../../objects/unstructured.js'

/** An unstructured object and the duplicate fields a strict read found. */
export interface UnstructuredResult {
  readonly object: Unstructured
  readonly findings: readonly FieldFinding[]
}

/**
 * Reads an object, or a list of objects if there are `items` and the form allows it. Integers stay exact; in canonical mode
 * numbers are those of Go, an int64 or else a float64. Nesting deeper than Go's limit is rejected, except in faithful mode.
 *
 * @throws MachineryError `InvalidType` in Go's wording if the document is not an object, or its items are not objects.
 */
export function readUnstructured(
  source: JSONSource,
  mode: ReadingMode,
  form: UnstructuredForm = 'either',
): UnstructuredResult {
  const content = source.value(mode === 'canonical' ? 'go' : 'exact')
  if (mode !== 'faithful' && exceedsNesting(content)) parseDocument(source.text)
  if (content === null) return { object: unstructuredFromContent({}, form), findings: [] }
  if (typeof content !== 'object' || Array.isArray(content))
    throw wrongType(content, 'Go value of type unstructured.detector')
  if (form !== 'object' && Object.hasOwn(content, 'items')) checkItems(content.items ?? null)
  const findings = mode === 'strict' ? duplicateFields(source.document) : []
  return { object: unstructuredFromContent(content, form), findings }
}

function checkItems(items: JSONValue): void {
  if (items === null) return
  if (!Array.isArray(items)) throw wrongType(items, 'Go struct field decodeList.items of type []json.RawMessage')
  for (const item of items) {
    if (typeof item !== 'object' || Array.isArray(item)) {
      throw wrongType(item, 'Go value of type map[string]interface {}')
    }
  }
}

function wrongType(value: JSONValue, target: string): MachineryError {
  return new MachineryError('InvalidType', `json: cannot unmarshal ${foundWord(documentOf(value))} into ${target}`)
}
