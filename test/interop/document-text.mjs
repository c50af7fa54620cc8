/** The text of the document of a request: as bytes in base64, as text, or as the JSON itself. */
export function documentText({ in: input = '', in64 }) {
  if (in64 !== undefined) return Buffer.from(in64, 'base64').toString()
  return typeof input === 'string' ? input : JSON.stringify(input)
}
