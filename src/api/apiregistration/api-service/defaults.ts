import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

const httpsPort = 443

interface APIService extends KubernetesObject {
  spec?: { service?: { port?: number | undefined } | undefined }
}

/** Registers the defaults of APIService. */
export function addAPIServiceDefaults(scheme: DefaultsRegistrar): void {
  const types = [v1.APIService, v1beta1.APIService]
  withFields<APIService>(scheme, types, ({ spec }) => {
    if (spec?.service) spec.service.port ??= httpsPort
  })
}
