import { jsonToYAML, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'

/** Writes JSON as Go's `json.Marshal` writes what its YAML reader holds. */
function marshal(value) {
  switch (typeof value) {
    case 'bigint':
      return value.toString()
    case 'number':
      return Object.is(value, -0) ? '-0' : JSON.stringify(value)
    case 'string':
      return JSON.stringify(value.toWellFormed()).replace(/[<>&\u2028\u2029]/g, escapeHTML)
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) return `[${value.map(marshal).join(',')}]`
      return `{${Object.keys(value)
        .sort(compareBytes)
        .map((key) => `${marshal(key)}:${marshal(value[key])}`)
        .join(',')}}`
    default:
      return String(value)
  }
}

function escapeHTML(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function compareBytes(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function inputOf({ in: input, in64 }) {
  if (in64 !== undefined) return new Uint8Array(Buffer.from(in64, 'base64'))
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function attempt(answer) {
  try {
    return answer()
  } catch (error) {
    return { error: error.message, offset: error.position?.offset }
  }
}

export const operations = {
  yaml2json: (request) =>
    attempt(() => ({ out: marshal(yamlToJSON(inputOf(request), { strict: request.strict === true })) })),
  // Go reads the JSON with its YAML reader as well.
  json2yaml: (request) => attempt(() => ({ out: jsonToYAML(yamlToJSON(inputOf(request))) })),
}
