import { waitingText } from '../internal/deferred-property.js'
import { type JSONObject, setOwn } from '../json/json-value.js'

const fieldSet = 'fieldsV1'
const placeholder = /"fieldsV1":(\d+)/g

/**
 * Texts of field sets that nobody has read. A number stands for each of them in the value that is written, and its text
 * takes the place of the number in the JSON: it need not be parsed to be written again.
 */
export class WaitingFieldSets {
  readonly texts: string[] = []

  /** The struct with a number in place of a field set that waits; the struct itself if it has none. */
  replacedIn(struct: JSONObject): JSONObject {
    const text = waitingText(struct, fieldSet)
    if (text === undefined) return struct
    const number = this.texts.push(text) - 1
    const copy: JSONObject = {}
    for (const key of Object.keys(struct)) setOwn(copy, key, key === fieldSet ? number : struct[key])
    return copy
  }

  /**
   * The output of `JSON.stringify` with the texts in place of their numbers. Undefined if these cannot be told from raw JSON
   * that has such a member: then there are more of them.
   */
  insertedInto(json: string): string | undefined {
    if (this.texts.length === 0) return json
    let found = 0
    const whole = json.replace(placeholder, (_, number: string) => {
      found++
      return `"fieldsV1":${this.texts[+number]}`
    })
    return found === this.texts.length ? whole : undefined
  }
}
