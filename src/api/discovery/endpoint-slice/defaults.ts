import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

interface EndpointSlice extends KubernetesObject {
  ports?: { name?: string | undefined; protocol?: string | undefined }[]
}

/** Registers the defaults of EndpointSlice. */
export function addEndpointSliceDefaults(scheme: DefaultsRegistrar): void {
  const types = [v1.EndpointSlice, v1beta1.EndpointSlice]
  withFields<EndpointSlice>(scheme, types, ({ ports }) => {
    for (const port of itemsOf(ports)) {
      port.name ??= ''
      port.protocol ??= 'TCP'
    }
  })
}
