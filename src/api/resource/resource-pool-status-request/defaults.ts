import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import * as v1alpha3 from '../v1alpha3/types.gen.js'

const poolRequestLimit = 100

/** Registers the defaults of ResourcePoolStatusRequest. */
export function addResourcePoolStatusRequestDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, {
    type: v1alpha3.ResourcePoolStatusRequest,
    list: v1alpha3.ResourcePoolStatusRequestList,
    fill: (request) => {
      request.spec ??= { driver: '' }
      request.spec.limit ??= poolRequestLimit
    },
  })
}
