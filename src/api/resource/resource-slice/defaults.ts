import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import type { ResourceDefaultsOptions } from '../../defaults/defaults-registrar.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { clockOf, defaultTaint, type Taint } from '../device/defaults.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

interface Device {
  taints?: Taint[] | undefined
}

interface SliceKinds {
  readonly ResourceSlice: typeof v1.ResourceSlice | typeof v1beta1.ResourceSlice
  readonly ResourceSliceList: typeof v1.ResourceSliceList | typeof v1beta1.ResourceSliceList
}

/** Registers the defaults of ResourceSlice. */
export function addResourceSliceDefaults(scheme: DefaultsRegistrar, options: ResourceDefaultsOptions): void {
  const now = clockOf(options)
  for (const version of [v1, v1beta2]) addSliceDefaults(scheme, version, (device: Device) => defaultDevice(device, now))
  addSliceDefaults(scheme, v1beta1, ({ basic }: { basic?: Device | undefined }) => basic && defaultDevice(basic, now))
}

function addSliceDefaults<D extends object>(
  scheme: DefaultsRegistrar,
  kinds: SliceKinds,
  fill: (device: D) => void,
): void {
  withFields<KubernetesObject & { spec?: { devices?: D[] | undefined } }>(scheme, {
    type: kinds.ResourceSlice as never,
    list: kinds.ResourceSliceList,
    fill: ({ spec }) => itemsOf(spec?.devices).forEach(fill),
  })
}

function defaultDevice(device: Device, now: () => Date): void {
  for (const taint of itemsOf(device.taints)) defaultTaint(taint, now)
}
