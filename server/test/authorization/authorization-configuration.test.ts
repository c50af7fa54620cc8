import { expect, it } from 'vitest'
import { parseAuthorizationConfiguration } from '../../src/authorization/authorization-configuration.js'
import { readVectors } from '../interop/vectors/read-vectors.js'
import { refusalOf } from '../interop/vectors/refusal-of.js'

interface Row {
  readonly text: string
  readonly error?: string
}

it.each(readVectors<readonly Row[]>('authorization-configurations'))(
  '$text is judged as upstream',
  ({ text, error }) => {
    const refusal = refusalOf(() => parseAuthorizationConfiguration(text))
    // Words about JSON that does not fit Go's types are Go's own, unknown fields aside.
    if (error?.startsWith('load: ') && !error.includes('strict')) expect(refusal).toBeDefined()
    // Go shows its struct.
    else
      expect(refusal?.replace('{"KubeConfigFile":null,"Type":"Odd"}', '{"Type":"Odd","KubeConfigFile":null}')).toBe(
        error?.replace(/^load: /, ''),
      )
  },
)
