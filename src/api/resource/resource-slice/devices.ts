import type * as v1 from '../v1/types.gen.js'
import type * as v1beta1 from '../v1beta1/types.gen.js'

/** A resource slice of v1beta1 in the form of v1, where devices need no `basic` and the node is a pointer. */
export function newSliceSpec(spec: v1beta1.ResourceSliceSpec | undefined): v1.ResourceSliceSpec | undefined {
  if (!spec) return undefined
  const { nodeName, allNodes, devices, ...rest } = spec
  return {
    ...rest,
    ...(nodeName && { nodeName }),
    ...(allNodes && { allNodes }),
    ...(devices && { devices: devices.map(newDevice) }),
  }
}

/** A resource slice of v1 in the form of v1beta1. */
export function oldSliceSpec(spec: v1.ResourceSliceSpec | undefined): v1beta1.ResourceSliceSpec | undefined {
  if (!spec) return undefined
  const { nodeName, allNodes, devices, ...rest } = spec
  return {
    ...rest,
    ...(nodeName && { nodeName }),
    ...(allNodes && { allNodes }),
    ...(devices && { devices: devices.map(oldDevice) }),
  }
}

function newDevice({ basic, ...rest }: v1beta1.Device): v1.Device {
  return { ...rest, ...basic }
}

function oldDevice(device: v1.Device): v1beta1.Device {
  const { name, ...basic } = device
  return { name, basic }
}
