import type { FieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import type { Container, EphemeralContainer, PodSpec } from '../v1/types.gen.js'

/** A container of any list of a pod. */
export type AnyContainer = Container | EphemeralContainer

/** One container of a pod, with its path. */
export interface PlacedContainer {
  readonly container: AnyContainer
  readonly path: FieldPath
}

/** All containers of a pod, those that start it first, those for debugging last. */
export function allContainers(spec: PodSpec, path: FieldPath): readonly PlacedContainer[] {
  const placed: PlacedContainer[] = []
  place(spec.initContainers, path.child('initContainers'), placed)
  place(spec.containers, path.child('containers'), placed)
  place(spec.ephemeralContainers, path.child('ephemeralContainers'), placed)
  return placed
}

function place(list: readonly AnyContainer[] | null | undefined, path: FieldPath, placed: PlacedContainer[]): void {
  const containers = structsOf(list)
  for (let i = 0; i < containers.length; i++) {
    placed.push({ container: containers[i]!, path: path.index(i) })
  }
}
