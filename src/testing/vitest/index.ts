import type {} from 'vitest'
import type { ObjectMatchers } from '../object-matchers.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: declarations that are merged have the same type parameters
  interface Assertion<T = any> extends ObjectMatchers {}
  interface AsymmetricMatchersContaining extends ObjectMatchers<unknown> {}
}

export { matchers } from '../matchers.js'
export type { ObjectMatchers }
