// Differences from Go that are meant. Each is explained in docs/conformance.md under its name.
import { isDeepStrictEqual } from 'node:util'

/** What a judgement may use: `handle` answers as this package does, `descriptorOf` gives the type of a kind. */

function complains(got, pattern) {
  return pattern.test(String(got.error ?? got.encodeError ?? ''))
}

/** Whether a type carries JSON of its own somewhere below. */
function carriesJSON(type, seen = new Set()) {
  if (type === undefined || seen.has(type)) return false
  seen.add(type)
  if (['rawExtension', 'json', 'fieldsV1', 'any'].includes(type.kind)) return true
  if (type.kind === 'list') return carriesJSON(type.element, seen)
  if (type.kind === 'map') return carriesJSON(type.value, seen)
  if (type.kind === 'variant') return true
  return type.kind === 'struct' && type.properties.some((property) => carriesJSON(property.type, seen))
}

/** The document of an answer as a JSON value; `undefined` when there is none. */
async function documentValue({ out, out64, gvk }, format, { handle }) {
  let text = out ?? (out64 && (await handle({ op: 'recode', in64: out64, format, to: 'json', gvk })).out)
  if (format === 'yaml' && out !== undefined) text = (await handle({ op: 'yaml2json', in: out })).out
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Line breaks as our reader counts them. */
function normalized(text) {
  return text.replace(/^\ufeff/, '').replace(/\r\n?|\u0085/g, '\n')
}

/** The same but for the order of lists of scalars. */
function sameUnordered(a, b) {
  if (Array.isArray(a) && Array.isArray(b) && a.every((value) => typeof value !== 'object')) {
    return isDeepStrictEqual([...new Set(a)].sort(), [...new Set(b)].sort())
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => sameUnordered(a[key], b[key]))
}

/** The value without members that are null. */
function withoutNulls(value) {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]))
}

/** Whether two YAML texts say the same. */
async function sameYAML(a, b, handle) {
  const [one, other] = [await handle({ op: 'yaml2json', in: a }), await handle({ op: 'yaml2json', in: b })]
  return one.out !== undefined && one.out === other.out
}

/** A YAML text as a JSON text without blanks and line breaks. */
async function withoutBreaks(text, handle) {
  return (await handle({ op: 'yaml2json', in: text })).out?.replaceAll(/\\n|[\s\u0085]/g, '')
}

const mostAnswers = 40

const differences = [
  {
    // The order of Go's maps decides between resources of equal standing, between keys whose JSON is the same,
    // and in YAML between keys such as `3a`, `32.` and `4.`, each of which Go takes to come before the next one.
    name: 'answers that Go leaves to chance',
    async applies(request, { got }, { reference, agrees, handle }) {
      if (!/^mapper|yaml/.test(request.op) && request.to !== 'yaml') return false
      const answers = await reference.ask(Array.from({ length: mostAnswers }, () => request))
      if (answers.some((answer) => agrees(answer, got))) return true
      const varies = answers.some(({ out }) => out !== answers[0].out)
      return varies && got.out !== undefined && sameYAML(answers[0].out, got.out, handle)
    },
  },
  {
    // Go reads its own JSON as YAML, where U+0085 is a line break, and writes a blank for it.
    name: 'next lines in YAML',
    async applies({ to }, { want, got }, { handle }) {
      if (to !== 'yaml' || want.out === undefined || !got.out?.includes('\\N')) return false
      return (await withoutBreaks(want.out, handle)) === (await withoutBreaks(got.out, handle))
    },
  },
  {
    name: 'a zero time behind a pointer',
    async applies({ format, op, to }, { want, got }, context) {
      if (format !== 'pb' && format !== 'cbor' && op !== 'pb2json') return false
      const [a, b] = [await documentValue(want, to, context), await documentValue(got, to, context)]
      return a !== undefined && b !== undefined && isDeepStrictEqual(withoutNulls(a), withoutNulls(b))
    },
  },
  {
    name: 'lists sorted by the conflict check',
    applies: ({ op, overwrite }, { want, got }) =>
      op === 'threewaymerge' &&
      overwrite !== true &&
      want.out !== undefined &&
      got.out !== undefined &&
      sameUnordered(JSON.parse(want.out), JSON.parse(got.out)),
  },
  {
    name: 'text behind the first document',
    async applies(request, { want, got }, { handle, agrees }) {
      if (!/^yaml2json|^json2yaml/.test(request.op) || want.out === undefined || got.error === undefined) return false
      // Go has not checked bytes that far after the end.
      if (request.in64 !== undefined) return complains(got, /invalid UTF-8|control characters|<document start>/)
      if (!complains(got, /did not find expected <document start>/)) return false
      const before = normalized(request.in).slice(0, got.offset)
      return agrees(want, await handle({ ...request, in: before }))
    },
  },
  {
    // Go's buffer may begin with one, and then it skips the characters that start a line.
    name: 'byte order marks inside YAML',
    applies: ({ op, in: text }) => op === 'yaml2json' && text?.includes('\ufeff', 1) === true,
  },
  {
    name: 'unknown fields of schemas within schemas',
    applies: ({ format, op }, { want, got }) =>
      (format === 'cbor' || op === 'cbor2json') &&
      /^cbor: found unknown field/.test(want.error ?? '') &&
      /^apiextensions/.test(want.gvk ?? '') &&
      got.error === undefined,
  },
  {
    name: 'refused on reading',
    applies: (_, { want, got }) => 'encodeError' in want && 'error' in got,
  },
  {
    name: 'YAML that Go does not write',
    applies: (_, { want, got }) =>
      /control characters are not allowed|UTF-8 octet/.test(want.encodeError ?? '') ||
      (/did not find expected/.test(want.encodeError ?? '') && /"[^"]*\\N/.test(got.out ?? '')),
  },
  {
    // Of a YAML !!binary: the value is the same, Go escapes the replacement character.
    name: 'bytes that are not UTF-8',
    applies: ({ op }, { want, got }) => op === 'yaml2json' && want.out?.replaceAll('\\ufffd', '\ufffd') === got.out,
  },
  {
    name: 'bytes that are not JSON',
    applies: ({ format, op }, { got }) =>
      (format === 'pb' || op === 'pb2json') && complains(got, /JSON|UTF-8|invalid character|impossible IntOrString/),
  },
  {
    name: 'times outside the years 0 to 9999',
    applies: (_, { got }) => complains(got, /time out of range|RFC3339|outside the years/),
  },
  {
    name: 'nesting',
    applies: (_, { got }) => complains(got, /max depth|max nested level/),
  },
  {
    name: 'quantities beyond all bounds',
    applies: (_, { got }) => complains(got, /too many digits or too large an exponent/),
  },
  {
    name: 'raw JSON text',
    async applies({ op, to }, { want, got }, context) {
      if (!carriesJSON(context.descriptorOf(got.gvk ?? ''))) return false
      const format = op === 'json2pb' ? 'pb' : op === 'json2cbor' ? 'cbor' : to
      const [a, b] = [await documentValue(want, format, context), await documentValue(got, format, context)]
      return a !== undefined && isDeepStrictEqual(a, b)
    },
  },
]

/** The name of the difference that explains why two answers are not the same. */
export async function explanation(request, answers, context) {
  for (const difference of differences) {
    if (await difference.applies(request, answers, context)) return difference.name
  }
  return undefined
}
