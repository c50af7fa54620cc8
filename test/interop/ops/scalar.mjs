import { parseJSON, stringifyJSON } from 'apimachinery/json'
import {
  canonicalDuration,
  canonicalMicroTime,
  canonicalTime,
  formatDuration,
  formatMicroTime,
  formatTime,
  getScaledValueFromIntOrPercent,
  getValueFromIntOrPercent,
  humanDuration,
  intOrStringFromJSON,
  intValue,
  microTimeToProto,
  parseDuration,
  parseIntOrString,
  parseMicroTime,
  parseTime,
  shortHumanDuration,
  timeToProto,
} from 'apimachinery/scalar'
import { guarded } from '../answer.mjs'

const zeroTime = { seconds: -62135596800, nanos: 0 }

function documentText(input) {
  return typeof input === 'string' ? input : JSON.stringify(input)
}

/** Reads JSON text; integer fields take a number only when it is written as an integer. */
function readJSON(text) {
  const value = parseJSON(text)
  if (typeof value === 'number' && /[.eE]/.test(text)) {
    throw new Error(`json: cannot unmarshal number ${text.trim()} into Go value of type int32`)
  }
  return value
}

function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes = []
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return [...bytes, Number(rest)]
}

function hex(bytes) {
  return Buffer.from(bytes).toString('hex')
}

function timestamp(proto) {
  return proto === undefined ? '' : hex([0x08, ...varint(proto.seconds), 0x10, ...varint(proto.nanos)])
}

function fullTime({ seconds, nanos }) {
  const fraction = String(nanos).padStart(9, '0').replace(/0+$/, '')
  return formatTime({ seconds, nanos }).replace('Z', fraction === '' ? 'Z' : `.${fraction}Z`)
}

/** How each type is read, written and put into protobuf. */
const types = {
  Time: { parse: parseTime, canonical: canonicalTime, proto: timeToProto, format: formatTime },
  MicroTime: {
    parse: parseMicroTime,
    canonical: canonicalMicroTime,
    proto: microTimeToProto,
    format: formatMicroTime,
  },
}

function duration(nanos) {
  return { nanos: String(nanos), json: stringifyJSON(formatDuration(nanos)), pb: hex([0x08, ...varint(nanos)]) }
}

function time(request) {
  const value = parseJSON(documentText(request.in))
  if (request.type === 'Duration') return duration(parseDuration(canonicalDuration(value)))
  const type = types[request.type] ?? types.Time
  const json = type.canonical(value)
  const instant = value === null ? zeroTime : type.parse(value)
  return {
    sec: String(instant.seconds),
    nano: instant.nanos,
    isZero: json === null,
    full: fullTime(instant),
    pb: timestamp(type.proto(value)),
    json: JSON.stringify(json),
  }
}

/** An int64 of a request, which JSON.parse may have rounded up to 2^63. */
function int64(value) {
  const limit = 2n ** 63n
  const exact = BigInt(value)
  return exact >= limit ? limit - 1n : exact
}

/** Brings the nanoseconds into 0…999999999, as `time.Unix` does. */
function unix(sec, nano) {
  const second = 1_000_000_000n
  const nanos = ((nano % second) + second) % second
  return { seconds: Number(sec + (nano - nanos) / second), nanos: Number(nanos) }
}

function makeTime({ type, sec = 0, nano = 0 }) {
  const instant = unix(int64(sec), int64(nano))
  const full = fullTime(instant)
  if (type === 'Duration') {
    const { json, pb } = duration(int64(nano))
    return { json, pb, full }
  }
  const { parse, canonical, proto, format } = types[type] ?? types.Time
  if (instant.seconds === zeroTime.seconds && instant.nanos === 0) {
    return { json: JSON.stringify(canonical(null)), pb: timestamp(proto(null)), full }
  }
  const text = format(instant)
  const { seconds, nanos } = /^[0-9]{4}-/.test(text) ? parse(text) : instant
  return {
    json: JSON.stringify(text),
    pb: timestamp({ seconds, nanos: type === 'MicroTime' ? nanos - (nanos % 1000) : 0 }),
    full,
  }
}

function describe(value) {
  const text = typeof value === 'string'
  const bytes = Buffer.from(text ? value : '')
  const number = text ? 0 : value
  return {
    type: text ? 1 : 0,
    intVal: number,
    strVal: text ? value.toWellFormed() : '',
    string: String(value).toWellFormed(),
    intValue: Number(intValue(value)),
    json: stringifyJSON(value),
    pb: hex([0x08, text ? 1 : 0, 0x10, ...varint(number), 0x1a, ...varint(bytes.length), ...bytes]),
  }
}

function scaled({ in: input, total = 0, roundUp = false }) {
  const value = intOrStringFromJSON(readJSON(documentText(input)))
  const answer = {}
  try {
    answer.value = getScaledValueFromIntOrPercent(value, { total, roundUp })
  } catch (error) {
    answer.error = error.message
  }
  try {
    answer.legacyValue = getValueFromIntOrPercent(value, { total, roundUp })
  } catch (error) {
    answer.legacyError = error.message
  }
  return answer
}

export const operations = {
  time: guarded(time),
  'time.make': guarded(makeTime),
  'duration.parse': guarded((request) => {
    const nanos = parseDuration(documentText(request.in))
    return { nanos: String(nanos), string: formatDuration(nanos) }
  }),
  'duration.human': guarded(({ sec = 0, nano = 0 }) => {
    const nanos = BigInt.asIntN(64, int64(nano) + int64(sec) * 1_000_000_000n)
    return { human: humanDuration(nanos), short: shortHumanDuration(nanos) }
  }),
  intstr: guarded((request) => describe(intOrStringFromJSON(readJSON(documentText(request.in))))),
  'intstr.parse': guarded((request) => describe(parseIntOrString(documentText(request.in)))),
  'intstr.scaled': guarded(scaled),
}
