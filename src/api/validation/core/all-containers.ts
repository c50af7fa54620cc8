import type { FieldPath } from '../../../validation/field-path.js'
import type { Container, EphemeralContainer, PodSpec } from '../../core/v1/types.gen.js'
import { structsOf } from '../go-values.js'

/** A container of any list of a pod. */
export type AnyContainer = Container | EphemeralContainer

/** One container of a pod and where it stands. */
export interface PlacedContainer {
  readonly container: AnyContainer
  readonly path: FieldPath
}

/** All containers of a pod, those that start it first, those for debugging last. */
export function* allContainers(spec: PodSpec, path: FieldPath): Generator<PlacedContainer> {
  for (const name of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    const list: readonly AnyContainer[] = structsOf<AnyContainer>(spec[name])
    if (list.length === 0) continue
    const at = path.child(name)
    for (const [i, container] of list.entries()) yield { container, path: at.index(i) }
  }
}
