const mark = 'integer:'

/** Puts integers that `JSON.parse` would round into strings. */
export function markBigNumbers(json: string): string {
  return json.replace(/(?<=[:,[])(-?\d{16,})(?=[,}\]])/g, `"${mark}$1"`)
}

/** The JSON of a value whose big integers are marked or `bigint`, marks kept. */
export function markedJSON(value: object): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${mark}${member}` : member))
}

/** The JSON of a value with its marked integers as numbers. */
export function exactJSON(value: object): string {
  return markedJSON(value).replace(/"integer:(-?\d+)"/g, '$1')
}
