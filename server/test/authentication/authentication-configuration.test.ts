import { expect, it } from 'vitest'
import { parseAuthenticationConfiguration } from '../../src/authentication/authentication-configuration.js'
import { readVectors } from '../interop/vectors/read-vectors.js'
import { refusalOf } from '../interop/vectors/refusal-of.js'

interface Row {
  readonly text: string
  readonly error?: string
}

it.each(readVectors<readonly Row[]>('authentication-configurations'))(
  '$text is judged as upstream',
  ({ text, error }) => {
    const refusal = refusalOf(() => parseAuthenticationConfiguration(text, ['https://kept']))
    // Words about JSON that does not fit Go's types are Go's own, unknown fields aside.
    if (error?.startsWith('load: ') && !error.includes('strict')) expect(refusal).toBeDefined()
    else expect(refusal).toBe(error?.replace(/^load: /, ''))
  },
)
