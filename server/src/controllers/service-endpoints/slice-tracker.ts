import type { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { getNamespace, getUID } from 'apimachinery/runtime'

/** Label: the service that a slice belongs to. */
export const serviceNameLabel = 'kubernetes.io/service-name'
/** Label: the controller that writes a slice. */
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by'

/** The key of the service of a slice; undefined for a slice that names none. */
export function serviceKeyOf(slice: EndpointSlice): string | undefined {
  const name = slice.metadata?.labels?.[serviceNameLabel] ?? ''
  return name === '' ? undefined : `${getNamespace(slice)}/${name}`
}

/** Milliseconds after which a controller looks again whether its informer has heard of what it wrote. */
export const staleDelay = 20

/** In place of a generation: it was deleted. */
const deleted = -1

/**
 * Generations of the slices that a controller wrote, by service: an informer that has older ones is not up to date.
 *
 * Source: `EndpointSliceTracker` of k8s.io/endpointslice/util.
 */
export class SliceTracker {
  readonly #services = new Map<string, Map<string, number>>()

  /** Reports whether a slice was written by the controller, in whatever generation. */
  has(slice: EndpointSlice): boolean {
    return this.#of(slice)?.has(getUID(slice)) ?? false
  }

  /** Reports whether somebody else changed a slice. */
  isForeign(slice: EndpointSlice): boolean {
    const known = this.#of(slice)?.get(getUID(slice))
    return known === undefined || generationOf(slice) > known
  }

  /** Reports whether these slices of a service are not all that were written. */
  isStale(key: string, slices: readonly EndpointSlice[]): boolean {
    const known = this.#services.get(key)
    if (known === undefined) return false
    const given = new Set(slices.map(getUID))
    const isOld = (slice: EndpointSlice): boolean => {
      const generation = known.get(getUID(slice))
      return generation !== undefined && (generation === deleted || generation > generationOf(slice))
    }
    return slices.some(isOld) || [...known].some(([uid, generation]) => generation !== deleted && !given.has(uid))
  }

  wrote(slice: EndpointSlice): void {
    this.#remember(slice, generationOf(slice))
  }

  deleted(slice: EndpointSlice): void {
    this.#remember(slice, deleted)
  }

  /** Takes note that a slice is gone. @returns whether the controller deleted it. */
  gone(slice: EndpointSlice): boolean {
    const known = this.#of(slice)
    const generation = known?.get(getUID(slice))
    known?.delete(getUID(slice))
    return generation === undefined || generation === deleted
  }

  forget(key: string): void {
    this.#services.delete(key)
  }

  #of(slice: EndpointSlice): Map<string, number> | undefined {
    return this.#services.get(serviceKeyOf(slice) ?? '')
  }

  #remember(slice: EndpointSlice, generation: number): void {
    const key = serviceKeyOf(slice) ?? ''
    const known = this.#services.get(key) ?? new Map<string, number>()
    known.set(getUID(slice), generation)
    this.#services.set(key, known)
  }
}

function generationOf({ metadata }: EndpointSlice): number {
  return metadata?.generation ?? 0
}
