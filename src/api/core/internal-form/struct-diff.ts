import type { JSONValue } from '../../../json/json-value.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { type FieldError, forbidden } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { errorByRelease } from '../../releases/error-by-release.js'
import { unifiedDiff } from '../../validation/unified-diff.js'
import { internalForm } from './internal-json.js'

/** Two structs, `type` is their name in Go. */
export interface ChangedStruct {
  readonly type: string
  readonly before: object | undefined
  readonly after: object | undefined
}

/** A change that is forbidden, with the difference of the structs as a kube-apiserver shows it. */
export function forbiddenChange(path: FieldPath, detail: string, change: ChangedStruct): FieldError {
  return errorByRelease((minor) => forbidden(path, `${detail}\n${structDiff(change, minor)}`))
}

function structDiff({ type, before, after }: ChangedStruct, minor: number): string {
  return unifiedDiff(prettyText(type, before, minor), prettyText(type, after, minor))
}

/** One line a member, indented by one space. */
function prettyText(type: string, value: object | undefined, minor: number): string {
  const text = stringifyJSON(internalForm(type, value, minor) as JSONValue, { keys: 'kept', pretty: true })
  return text.replace(/^( +)/gm, (indent) => ' '.repeat(indent.length / 2))
}
