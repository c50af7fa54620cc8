import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ServiceAccount } from '../v1/types.gen.js'
import { validateServiceAccount, validateServiceAccountUpdate, warningsForServiceAccount } from './validation.js'

/** Secrets are referred to by name alone. */
function keepNamesOfSecrets(account: ServiceAccount): void {
  if (!account.secrets) return
  account.secrets = account.secrets.map((secret) => (secret?.name ? { name: secret.name } : {}))
}

/** How a ServiceAccount behaves in a registry. */
export const serviceAccountStrategy: KindStrategy<ServiceAccount> = {
  type: ServiceAccount,
  prepareForCreate: keepNamesOfSecrets,
  prepareForUpdate: keepNamesOfSecrets,
  validate: validateServiceAccount,
  validateUpdate: validateServiceAccountUpdate,
  warningsOnCreate: (account) => warningsForServiceAccount(account),
  warningsOnUpdate: (account, old) => warningsForServiceAccount(account, old),
}
