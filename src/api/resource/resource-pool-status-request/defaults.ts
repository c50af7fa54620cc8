import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import * as v1alpha3 from '../v1alpha3/types.gen.js'

const poolRequestLimit = 100

/** Registers the defaults of ResourcePoolStatusRequest. */
export function addResourcePoolStatusRequestDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, v1alpha3.ResourcePoolStatusRequest, (request) => {
    request.spec ??= { driver: '' }
    request.spec.limit ??= poolRequestLimit
  })
}
