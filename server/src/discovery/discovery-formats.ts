import type { EndpointRestrictions } from 'apimachinery/runtime/serializer'
import type { GroupVersionKind } from 'apimachinery/schema'
import { generalFormats } from '../endpoints/general-formats.js'
import { OutputFormats } from '../endpoints/output-format.js'

const nothing = { name: 'discovery', classFor: () => undefined }

/** Formats of documents. */
export interface DiscoveryFormats {
  readonly mediaTypes: readonly string[]
  readonly plain: OutputFormats
  /** For requests of aggregated discovery. */
  readonly aggregated: OutputFormats
}

/** @param options.cbor - CBOR is served. */
export function discoveryFormats({ cbor }: { readonly cbor: boolean }): DiscoveryFormats {
  const infos = generalFormats(nothing, { cbor })
  return {
    mediaTypes: infos.map(({ mediaType }) => mediaType),
    plain: new OutputFormats(infos),
    aggregated: new OutputFormats(infos, onlyAggregated),
  }
}

const onlyAggregated: EndpointRestrictions = {
  allowsMediaTypeTransform: (_type, _subType, target) => isAggregated(target),
  allowsServerVersion: () => false,
  allowsStreamSchema: (schema) => schema === 'watch',
}

function isAggregated(target: GroupVersionKind | undefined): boolean {
  return target?.group === 'apidiscovery.k8s.io' && target.version === 'v2' && target.kind === 'APIGroupDiscoveryList'
}

/** The media type of an aggregated document, which names what it is. */
export function aggregatedMediaType(mediaType: string): string {
  return `${mediaType};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`
}
