import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the conversions of ResourceSlice. */
export function addResourceSliceConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ResourceSlice, v1beta2.ResourceSlice)
  scheme.addConversion(v1beta1.ResourceSlice, v1.ResourceSlice, (from) =>
    recastWith(from, v1.ResourceSlice, { spec: newSliceSpec(from.spec) }),
  )
  scheme.addConversion(v1.ResourceSlice, v1beta1.ResourceSlice, (from) =>
    recastWith(from, v1beta1.ResourceSlice, { spec: oldSliceSpec(from.spec) }),
  )
  addFieldLabels(scheme, {
    types: [v1.ResourceSlice, v1beta1.ResourceSlice, v1beta2.ResourceSlice],
    labels: ['metadata.name', 'spec.nodeName', 'spec.driver', 'spec.pool.name'],
    refusal: (label, { groupVersionKind }) => `field label not supported for ${groupVersionKind}: ${label}`,
  })
}

/** A resource slice of v1beta1 in the form of v1, where devices need no `basic` and the node is a pointer. */
function newSliceSpec(spec: v1beta1.ResourceSliceSpec | undefined): v1.ResourceSliceSpec | undefined {
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
function oldSliceSpec(spec: v1.ResourceSliceSpec | undefined): v1beta1.ResourceSliceSpec | undefined {
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
