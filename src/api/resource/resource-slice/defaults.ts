import { type DefaultsOptions, type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { clockOf, defaultTaint, type Taint } from '../device/defaults.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

interface Device {
  taints?: Taint[] | undefined
}

interface Slice<D> {
  spec?: { devices?: D[] | undefined } | undefined
}

/** Registers the defaults of ResourceSlice. */
export function addResourceSliceDefaults(scheme: DefaultsRegistrar, options: DefaultsOptions): void {
  const now = clockOf(options)
  withFields<Slice<Device>>(scheme, [v1.ResourceSlice, v1beta2.ResourceSlice], ({ spec }) => {
    for (const device of itemsOf(spec?.devices)) defaultDevice(device, now)
  })
  withFields<Slice<{ basic?: Device | undefined }>>(scheme, [v1beta1.ResourceSlice], ({ spec }) => {
    for (const { basic } of itemsOf(spec?.devices)) if (basic) defaultDevice(basic, now)
  })
}

function defaultDevice(device: Device, now: () => Date): void {
  for (const taint of itemsOf(device.taints)) defaultTaint(taint, now)
}
