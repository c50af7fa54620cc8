import type { EndpointHints } from 'apimachinery/api/discovery/v1'
import { type Endpoint, EndpointSlice } from 'apimachinery/api/discovery/v1'

/** The slices of a service in one family, by what becomes of them. */
export interface PlannedSlices {
  readonly create: readonly EndpointSlice[]
  readonly update: readonly EndpointSlice[]
  readonly unchanged: readonly EndpointSlice[]
}

/** Reports whether an endpoint takes traffic. */
export function isReady({ conditions }: Endpoint): boolean {
  return conditions?.ready === true
}

/** A slice whose endpoints have other hints. */
export function withHints(
  slice: EndpointSlice,
  hintsOf: (endpoint: Endpoint) => EndpointHints | undefined,
): EndpointSlice {
  const endpoints = (slice.endpoints ?? []).map((endpoint) => {
    const { hints: _, ...rest } = endpoint
    const hints = hintsOf(endpoint)
    return hints === undefined ? rest : { ...rest, hints }
  })
  return new EndpointSlice({ ...slice, endpoints })
}

/** The slices without hints; those that had some are updated. */
export function withoutHints({ create, update, unchanged }: PlannedSlices): PlannedSlices {
  const remove = (slice: EndpointSlice): EndpointSlice => withHints(slice, () => undefined)
  const hinted = unchanged.filter(hasHints)
  return {
    create: create.map(remove),
    update: [...update, ...hinted].map(remove),
    unchanged: unchanged.filter((slice) => !hasHints(slice)),
  }
}

function hasHints({ endpoints }: EndpointSlice): boolean {
  return (endpoints ?? []).some(({ hints }) => hints !== undefined && hints !== null)
}
