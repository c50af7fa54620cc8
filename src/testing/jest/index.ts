import type { ObjectMatchers } from '../object-matchers.js'

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: declarations that are merged have the same type parameters
    interface Matchers<R, T = {}> extends ObjectMatchers<R> {}
  }
}

export { matchers } from '../matchers.js'
export type { ObjectMatchers }
