import { ServiceAccount } from 'apimachinery/api/core/v1'
import { type Creator, metadataFor } from './creator.js'

/** `create serviceaccount`. */
export const serviceAccount: Creator = {
  usage: 'serviceaccount NAME',
  options: {},
  make: async (request) => new ServiceAccount({ metadata: metadataFor(request) }),
}
