import type { RequestContext } from '../request/request-context.js'
import type { AdmissionAttributes, Operation } from './attributes.js'

/**
 * Admits or refuses requests, and may change their objects. What a plugin throws is the answer; `newForbidden` of
 * `apimachinery/errors` is the usual one.
 *
 * Source: `admission.MutationInterface` and `admission.ValidationInterface` of k8s.io/apiserver.
 */
export interface AdmissionPlugin {
  /** Whether the plugin handles an operation. */
  handles(operation: Operation): boolean
  /**
   * The only resources that it handles, with their subresources: `pods`, `ingresses.networking.k8s.io`. All if absent.
   */
  readonly resources?: readonly string[] | undefined
  /** May change `attributes.object`. */
  admit?(attributes: AdmissionAttributes, context: RequestContext): Promise<void>
  /** Must not change anything. */
  validate?(attributes: AdmissionAttributes, context: RequestContext): Promise<void>
}
