import { fill } from '../fill.mjs'

const tags = [21, 22, 23, 21, 22, 23, 0, 1, 2, 3, 24, 55_799, 4_294_967_296]
const integers = [-1, 23, 24, 255, 65_536, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 63 - 1, 2 ** 63, 2 ** 64 - 1].map(
  BigInt,
)
const strings = [
  '',
  'a',
  'aGVsbG8=',
  '2024-01-02T03:04:05Z',
  '2024-01-02T03:04:05.123456Z',
  '1h',
  '100m',
  '50%',
  '\u00e9',
  'kind',
  '__proto__',
]
/** Primitives, floats and items that are broken: false, undefined, NaN, a bignum, a break, lengths beyond all bounds, … */
const oddities = [
  ...[
    'f4',
    'f6',
    'f6',
    'f7',
    'e0',
    'f820',
    'f814',
    'f90001',
    'f97e00',
    'f97c00',
    'f93e00',
    'fa7f800000',
    'fb3fb999999999999a',
  ],
  ...[
    'c24101',
    'ff',
    '1c',
    'fc',
    '5f5fffff',
    '7f4161ff',
    '9f',
    'bf4161',
    '9b7fffffffffffffff',
    'bb0000000000200001',
    '41ff',
    '61ff',
  ],
]

/** Writes CBOR, a share of it in forms that Kubernetes never writes. */
class OddWriter {
  bytes = []
  #random
  #share

  constructor(random, share) {
    this.#random = random
    this.#share = share
  }

  value(value) {
    const { chance } = this
    if (chance(0.3)) this.odd(0)
    else if (typeof value === 'string') this.string(value)
    else if (typeof value === 'number' && Number.isSafeInteger(value)) this.integer(BigInt(value))
    else if (typeof value === 'number') this.double(value)
    else if (typeof value === 'boolean') this.tagged(() => this.bytes.push(value ? 0xf5 : 0xf4))
    else if (value === null) this.tagged(() => this.bytes.push(0xf6))
    else if (Array.isArray(value)) this.list(value)
    else this.map(Object.entries(value))
  }

  list(values) {
    const write = () => {
      for (const value of values) this.value(value)
    }
    this.tagged(() => this.nest(0x80, values.length, write))
  }

  map(entries) {
    const all = [...entries]
    if (this.chance(0.5) && all.length > 0) all.splice(this.#random.below(all.length), 0, this.#random.pick(all))
    if (this.chance(1)) all.reverse()
    const odd = this.chance(0.5)
    const write = () => {
      for (const [key, value] of all) {
        this.string(key)
        this.value(value)
      }
      if (odd) this.odd(2).odd(2)
    }
    this.tagged(() => this.nest(0xa0, all.length + (odd ? 1 : 0), write))
  }

  /** Something that is not expected here. */
  odd(depth) {
    const random = this.#random
    const sort = random.below(depth > 3 ? 3 : 6)
    if (sort === 0) this.bytes.push(...Buffer.from(random.pick(oddities), 'hex'))
    else if (sort === 1) this.integer(random.pick(integers))
    else if (sort === 2) this.string(random.pick(strings))
    else if (sort === 3) this.head(0xc0, random.pick(tags)).odd(depth + 1)
    else {
      const count = random.below(3)
      this.head(sort === 4 ? 0x80 : 0xa0, count)
      for (let i = sort === 4 ? 0 : -count; i < count; i++) this.odd(depth + 1)
    }
    return this
  }

  string(text) {
    const content = Buffer.from(text)
    const major = this.#random.chance(0.5) ? 0x40 : 0x60
    this.tagged(() => {
      if (!this.chance(1)) return this.head(major, content.length).bytes.push(...content)
      this.bytes.push(major | 31)
      for (let i = 0; i < content.length; i += 3)
        this.head(major, content.subarray(i, i + 3).length).bytes.push(...content.subarray(i, i + 3))
      this.bytes.push(0xff)
    })
  }

  integer(value) {
    this.tagged(() => (value < 0n ? this.head(0x20, -1n - value) : this.head(0, value)))
  }

  double(value) {
    const bytes = Buffer.alloc(9, 0xfb)
    bytes.writeDoubleBE(value, 1)
    this.bytes.push(...bytes)
  }

  tagged(write) {
    if (this.chance(1)) this.head(0xc0, this.#random.pick(tags))
    write()
  }

  nest(major, count, write) {
    const unbounded = this.chance(1)
    if (unbounded) this.bytes.push(major | 31)
    else this.head(major, count)
    write()
    if (unbounded) this.bytes.push(0xff)
  }

  /** A head, some longer than need be. */
  head(major, argument) {
    const value = BigInt(argument)
    const least = value < 24n ? 0 : value < 256n ? 1 : value < 65_536n ? 2 : value < 4_294_967_296n ? 4 : 8
    const width = this.chance(1) ? Math.max(least, this.#random.pick([1, 2, 4, 8])) : least
    this.bytes.push(major | (width === 0 ? Number(value) : { 1: 24, 2: 25, 4: 26, 8: 27 }[width]))
    for (let shift = 8 * (width - 1); shift >= 0; shift -= 8) this.bytes.push(Number((value >> BigInt(shift)) & 255n))
    return this
  }

  chance = (weight) => this.#random.chance(this.#share * weight)
}

/** Objects of every kind in unusual CBOR: tags and nulls anywhere, foreign keys, other lengths, broken items. */
export const oddCBOR = {
  operations: ['recode'],
  async make(random, { kinds, descriptorOf }, count) {
    return Array.from({ length: count }, () => {
      const gvk = random.pick(kinds)
      const slash = gvk.lastIndexOf('/')
      const named = { apiVersion: gvk.slice(0, slash), kind: gvk.slice(slash + 1), ...fill(descriptorOf(gvk), random) }
      const writer = new OddWriter(random, random.pick([0.003, 0.01, 0.05, 0.2]))
      if (random.chance(0.5)) writer.bytes.push(0xd9, 0xd9, 0xf7)
      writer.value(named)
      const request = { op: 'recode', format: 'cbor', to: 'json', in64: Buffer.from(writer.bytes).toString('base64') }
      const choices = { unstructured: random.chance(0.25), strict: random.chance(0.2) }
      const asked = Object.fromEntries(Object.entries(choices).filter(([, chosen]) => chosen))
      return { ...request, ...asked, ...(random.chance(0.3) && { gvk }) }
    })
  },
}
