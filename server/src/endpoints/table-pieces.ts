const noObject = /* @__PURE__ */ Buffer.from('"object":null')
const objectName = /* @__PURE__ */ Buffer.from('"object":')

/**
 * The JSON of a table without objects, with an object inserted into each of its rows. `objectOf`: the JSON of the object of
 * a row, with a newline at its end. `undefined` if the text does not have exactly one place for an object in each row. No
 * cell looks like one: there a quotation mark follows a backslash.
 */
export function spliceRows(
  table: Uint8Array,
  rows: number,
  objectOf: (row: number) => Uint8Array,
): Iterable<Uint8Array> | undefined {
  const text = Buffer.from(table.buffer, table.byteOffset, table.length)
  const places: number[] = []
  for (let at = text.indexOf(noObject); at >= 0; at = text.indexOf(noObject, at + noObject.length)) places.push(at)
  return places.length === rows ? spliced(text, places, objectOf) : undefined
}

function* spliced(
  text: Buffer,
  places: readonly number[],
  objectOf: (row: number) => Uint8Array,
): Generator<Uint8Array> {
  let done = 0
  for (const [row, at] of places.entries()) {
    yield text.subarray(done, at)
    yield objectName
    yield objectOf(row).subarray(0, -1)
    done = at + noObject.length
  }
  yield text.subarray(done)
}
