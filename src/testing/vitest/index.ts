import type {} from 'vitest'
import type { ObjectMatchers } from '../object-matchers.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: declarations that are merged have the same type parameters
  interface Matchers<T = any> extends ObjectMatchers {}
}

export { matchers } from '../matchers.js'
export type { ObjectMatchers }
