/** The long forms of the tests were asked for: `npm run test:long`. */
export const long: boolean = process.env.LONG_TESTS === '1'

/** How often something made at random is tried: `many` times in the long form, a quarter of that otherwise. */
export function rounds(many: number): number {
  return long ? many : Math.ceil(many / 4)
}
