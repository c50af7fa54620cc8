import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { Endpoints } from '../v1/types.gen.js'

/** Registers the defaults of Endpoints. */
export function addEndpointsDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Endpoints, defaultEndpoints)
}

function defaultEndpoints({ subsets }: Endpoints): void {
  for (const { ports } of itemsOf(subsets)) for (const port of itemsOf(ports)) port.protocol ||= 'TCP'
}
