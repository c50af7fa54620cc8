import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { Secret } from '../v1/types.gen.js'

/** Registers the defaults of Secret. */
export function addSecretDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Secret, defaultSecret)
}

function defaultSecret(secret: Secret): void {
  secret.type ||= 'Opaque'
}
