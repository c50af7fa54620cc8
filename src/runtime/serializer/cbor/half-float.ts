const scratch = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(4))

/** The bits of a 16-bit float that is exactly `value`; `undefined` if there is none. NaN has none. */
export function halfBits(value: number): number | undefined {
  if (Math.fround(value) !== value) return undefined
  scratch.setFloat32(0, value)
  const bits = scratch.getUint32(0)
  const sign = (bits >>> 16) & 0x8000
  const exponent = ((bits >>> 23) & 0xff) - 127
  const fraction = bits & 0x7f_ffff
  if (value === 0) return sign
  if (exponent > 15) return undefined
  if (exponent >= -14) return (fraction & 0x1fff) === 0 ? sign | ((exponent + 15) << 10) | (fraction >>> 13) : undefined
  const shift = -exponent - 1
  if (shift > 23) return undefined
  const significand = fraction | 0x80_0000
  return (significand & ((1 << shift) - 1)) === 0 ? sign | (significand >>> shift) : undefined
}

/** The value of 16 bits as a float. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >>> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
