import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { roundResourceList } from '../resource-list/resource-list-defaults.js'
import { Node } from '../v1/types.gen.js'

/** Registers the defaults of Node. */
export function addNodeDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Node, defaultNode)
}

function defaultNode({ status }: Node): void {
  if (!status) return
  if (!status.allocatable && status.capacity) status.allocatable = { ...status.capacity }
  roundResourceList(status.capacity)
  roundResourceList(status.allocatable)
}
