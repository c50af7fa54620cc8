import type { JSONValue } from '../../../json/json-value.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { unifiedDiff } from '../../validation/unified-diff.js'
import { internalForm } from './internal-json.js'

/** The difference of two structs as a kube-apiserver shows it; `type` is the name of the struct in Go. */
export function structDiff(type: string, before: object | undefined, after: object | undefined): string {
  return unifiedDiff(prettyText(type, before), prettyText(type, after))
}

/** One line a member, indented by one space. */
function prettyText(type: string, value: object | undefined): string {
  const text = stringifyJSON(internalForm(type, value) as JSONValue, { keys: 'kept', pretty: true })
  return text.replace(/^( +)/gm, (indent) => ' '.repeat(indent.length / 2))
}
