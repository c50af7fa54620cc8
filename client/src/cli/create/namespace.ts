import { Namespace } from 'apimachinery/api/core/v1'
import type { Creator } from './creator.js'

/** `create namespace`. */
export const namespace: Creator = {
  usage: 'namespace NAME',
  options: {},
  make: async ({ name }) => new Namespace({ metadata: { name }, spec: {}, status: {} }),
}
