export { type MutateFunction, mutatingHandler, type ValidateFunction, validatingHandler } from './admission-handler.js'
export { AdmissionNotes } from './admission-notes.js'
export type { AdmissionRequest, RequestUser } from './admission-request.js'
export type { WebhookHandler } from './answer.js'
export { conversionHandler } from './conversion-handler.js'
export {
  type AdmissionResult,
  type KindMutator,
  type KindValidator,
  type MutatingOperations,
  mutating,
  type OperationHandlers,
  type ValidatingOperations,
  validating,
} from './kind-handlers.js'
export {
  type NodeHandler,
  type NodeHandlerOptions,
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
} from './node-handler.js'
export type {
  ConnectRequest,
  CreateRequest,
  DeleteRequest,
  OperationRequest,
  UpdateRequest,
} from './operation-request.js'
export type { WebhookOptions } from './read-review.js'
export type { AdmissionFacts, ConversionFacts, HandledKind, WebhookFacts } from './webhook-facts.js'
