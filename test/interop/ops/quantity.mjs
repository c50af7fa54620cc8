import { parseJSON } from 'apimachinery/json'
import { formatDecimal, newMilliQuantity, newQuantity, newScaledQuantity, Quantity } from 'apimachinery/resource'
import { guarded } from '../answer.mjs'

/** Writes a float as Go's `strconv.FormatFloat(f, 'g', -1, 64)`. */
function formatFloat(value) {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const [mantissa, power] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 6) {
    const digits = String(Math.abs(exponent)).padStart(2, '0')
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`
  }
  return value.toString()
}

function hex(bytes) {
  return Buffer.from(bytes).toString('hex')
}

/** The protobuf form of a quantity: a message with its text as field 1. */
function protobuf(text) {
  const bytes = Buffer.from(text)
  return hex([0x0a, bytes.length]) + hex(bytes)
}

function describe(quantity, format = quantity.format ?? '') {
  const text = quantity.toString()
  const int64 = quantity.asInt64()
  return {
    string: text,
    format,
    canonical: quantity.toCanonicalString(),
    asDec: formatDecimal(quantity.asDec()),
    value: String(quantity.scaledInt64(0)),
    milli: String(quantity.scaledInt64(-3)),
    asInt64: int64 === undefined ? null : String(int64),
    float: formatFloat(quantity.asApproximateFloat64()),
    floatSlow: formatFloat(quantity.asFloat64()),
    sign: quantity.sign(),
    isZero: quantity.isZero(),
    json: JSON.stringify(quantity),
    pb: protobuf(text),
    stringAfterAsDec: text,
  }
}

function documentText(input) {
  return typeof input === 'string' ? input : JSON.stringify(input)
}

/** The text between the quotes of a JSON token, as Go takes it: escapes are not read. */
function fromToken(token) {
  if (token.trim() === 'null') return describe(newQuantity(0, 'DecimalSI'), '')
  const trimmed = token.trim()
  const quoted = typeof parseJSON(trimmed) === 'string'
  return describe(Quantity.parse((quoted ? trimmed.slice(1, -1) : trimmed).trim()))
}

function arithmetic({ a, b, by }) {
  const x = Quantity.parse(a)
  const y = Quantity.parse(b)
  const answer = {
    add: x.add(y).toString(),
    sub: x.sub(y).toString(),
    cmp: x.cmp(y),
    equal: x.equal(y),
    neg: x.neg().toString(),
  }
  if (by === undefined || by === 0) return answer
  const product = x.mul(int64(by))
  const { unscaled } = product.asDec()
  return { ...answer, mul: product.toString(), mulOK: BigInt.asIntN(64, unscaled) === unscaled }
}

function scaling({ in: text, scale = 0 }) {
  const quantity = Quantity.parse(documentText(text))
  const { quantity: rounded, exact } = quantity.roundUp(scale)
  return {
    scaledValue: String(quantity.scaledInt64(scale)),
    roundUp: rounded.toString(),
    roundUpExact: exact,
  }
}

/** An int64 of a request. Of one that JSON.parse has rounded, the digits that are left count. */
function int64(value) {
  const exact = BigInt(String(value))
  return BigInt.asIntN(64, exact) === exact ? exact : exact < 0 ? -(2n ** 63n) : 2n ** 63n - 1n
}

function create({ type, by: number = 0, format, scale = 0 }) {
  const by = int64(number)
  if (type === 'value') return describe(newQuantity(by, format))
  if (type === 'milli') return describe(newMilliQuantity(by, format))
  const quantity = newScaledQuantity(by, scale)
  return describe(format ? quantity.withFormat(format) : quantity)
}

export const operations = {
  quantity: guarded((request) => describe(Quantity.parse(documentText(request.in)))),
  'quantity.json': guarded((request) => fromToken(documentText(request.in))),
  'quantity.arith': guarded(arithmetic),
  'quantity.scale': guarded(scaling),
  'quantity.new': guarded(create),
}
