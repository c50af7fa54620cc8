import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { Secret, SecretList } from '../v1/types.gen.js'

/** Registers the defaults of Secret. */
export function addSecretDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: Secret, list: SecretList, fill: defaultSecret })
}

function defaultSecret(secret: Secret): void {
  secret.type ||= 'Opaque'
}
