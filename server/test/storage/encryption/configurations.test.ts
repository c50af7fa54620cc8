import { expect, it } from 'vitest'
import { parseConfiguration } from '../../../src/storage/encryption/configuration.js'
import { EncryptionError } from '../../../src/storage/encryption/encryption-error.js'
import { readVectors } from '../../interop/vectors/read-vectors.js'
import { refusalOf } from '../../interop/vectors/refusal-of.js'

interface Row {
  readonly text: string
  readonly error?: string
}

it.each(readVectors<readonly Row[]>('encryption-configurations'))('$text is judged as upstream', ({ text, error }) => {
  const refusal = refusalOf(() => parseConfiguration(text))
  // Words about JSON that does not fit Go's types are Go's own, unknown fields aside.
  if (error?.startsWith('load: ') && !error.includes('strict')) expect(refusal).toBeDefined()
  else expect(refusal && withoutValues(refusal)).toBe(error && withoutValues(error.replace(/^load: /, '')))
})

/** Go shows its structs as they are; here a provider is shown as in the file. */
function withoutValues(text: string): string {
  return text.replaceAll(/Invalid value: \{.*?\}: (?=more than|provider does)/g, 'Invalid value: PROVIDER: ')
}

it('is an error of encryption with the field errors as its cause', () => {
  const text =
    'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources: [{ resources: [], providers: [] }]'
  const read = () => parseConfiguration(text)
  expect(read).toThrow(EncryptionError)
  expect(read).toThrow(
    expect.objectContaining({
      code: 'InvalidConfiguration',
      cause: expect.objectContaining({ errors: expect.any(Array) }),
    }),
  )
})
