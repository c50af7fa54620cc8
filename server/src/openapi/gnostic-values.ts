import { isJSONObject, type JSONObject, type JSONValue } from 'apimachinery/json'
import { blockYAML } from './block-yaml.js'
import { GnosticMessage } from './gnostic-message.js'

/** The vendor extensions of a part of a document, as named values. */
export function extensions(item: JSONObject): GnosticMessage[] {
  return Object.entries(item)
    .filter(([name]) => name.startsWith('x-'))
    .map(([name, value]) => new GnosticMessage().text(1, name).message(2, anyValue(value)))
}

/** A value of any form, which the messages carry as YAML. */
export function anyValue(value: JSONValue): GnosticMessage {
  return new GnosticMessage().text(2, blockYAML(value))
}

/** The value, or an empty object where it is none. */
export function objectOrEmpty(value: JSONValue | undefined): JSONObject {
  return isJSONObject(value) ? value : {}
}

/** The value, or an empty list where it is none. */
export function listOrEmpty(value: JSONValue | undefined): readonly JSONValue[] {
  return Array.isArray(value) ? value : []
}
