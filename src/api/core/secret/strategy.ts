import { encodeBase64 } from '../../../internal/base64.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { Secret } from '../v1/types.gen.js'
import { validateSecret, validateSecretUpdate, warningsForSecret } from './validation.js'

/** Copies `stringData` into the data, as Go does when it reads a Secret. */
function takeStringData(secret: Secret): void {
  const texts = Object.entries(secret.stringData ?? {})
  delete secret.stringData
  if (texts.length === 0) return
  const bytes = texts.map(([key, text]): [string, string] => [key, encodeBase64(new TextEncoder().encode(text ?? ''))])
  secret.data = { ...secret.data, ...Object.fromEntries(bytes) }
}

/** How a Secret behaves in a registry. */
export const secretStrategy: KindStrategy<Secret> = {
  type: Secret,
  prepareForCreate: takeStringData,
  prepareForUpdate(secret, old) {
    takeStringData(secret)
    if (!secret.type && old.type) secret.type = old.type
  },
  validate: validateSecret,
  validateUpdate: validateSecretUpdate,
  warningsOnCreate: warningsForSecret,
  warningsOnUpdate: warningsForSecret,
  selectableFields: ({ type }) => ({ type: type ?? '' }),
}
