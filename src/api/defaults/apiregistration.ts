import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import * as v1 from '../apiregistration/v1/types.gen.js'
import * as v1beta1 from '../apiregistration/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withFields } from './defaults-registrar.js'

const httpsPort = 443

interface APIService extends KubernetesObject {
  spec?: { service?: { port?: number | undefined } | undefined }
}

/** Registers the defaults of `apiregistration.k8s.io`. */
export function addApiregistrationDefaults(scheme: DefaultsRegistrar): void {
  for (const { APIService: type, APIServiceList: list } of [v1, v1beta1]) {
    withFields<APIService>(scheme, {
      type,
      list,
      fill: ({ spec }) => {
        if (spec?.service) spec.service.port ??= httpsPort
      },
    })
  }
}
