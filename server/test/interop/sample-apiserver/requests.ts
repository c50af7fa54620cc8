import { discovery, discoveryFormats, methods, reads, watches, watchFormats } from './read-requests.js'
import type { SampleRequest } from './sample-request.js'
import { creations, deletions, fischers, missingNamespaces, parameters, patches, updates } from './write-requests.js'

/** In the order in which they are sent. */
export const sampleRequests: readonly SampleRequest[] = [
  ...discovery,
  ...discoveryFormats,
  ...creations,
  ...parameters,
  ...reads,
  ...watches,
  ...watchFormats,
  ...updates,
  ...patches,
  ...deletions,
  ...methods,
  ...fischers,
  ...missingNamespaces,
]
