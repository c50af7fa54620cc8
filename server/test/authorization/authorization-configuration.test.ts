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

// A document of another kind has no version here that upstream could decode.
it.each([
  ['another kind', 'AuthenticationConfiguration', 'apiserver.config.k8s.io/v1'],
  ['another version', 'AuthorizationConfiguration', 'apiserver.config.k8s.io/v2'],
  ['another group', 'AuthorizationConfiguration', 'example.com/v1'],
  ['no version', 'AuthorizationConfiguration', ''],
])('a document of %s is no configuration', (_, kind, apiVersion) => {
  expect(refusalOf(() => parseAuthorizationConfiguration(JSON.stringify({ kind, apiVersion, authorizers: [] })))).toBe(
    'expected kind AuthorizationConfiguration of apiserver.config.k8s.io/v1',
  )
})

it.each(['v1', 'v1beta1', 'v1alpha1'])('the version %s is read', (version) => {
  const authorizers = [{ type: 'Node', name: 'n' }]
  const document = { kind: 'AuthorizationConfiguration', apiVersion: `apiserver.config.k8s.io/${version}`, authorizers }
  expect(parseAuthorizationConfiguration(JSON.stringify(document))).toMatchObject([{ name: 'n' }])
})
