export {
  type AdmissionAttributes,
  type AdmissionFacts,
  newAdmissionAttributes,
  type Operation,
  ReinvocationContext,
} from './attributes.js'
export { AdmissionChain, admitAll } from './chain.js'
export type { AdmissionPlugin } from './plugin.js'
