export {
  AdmissionNotes,
  type MutateFunction,
  mutatingHandler,
  type ValidateFunction,
  validatingHandler,
} from './admission-handler.js'
export type { AdmissionRequest, RequestUser } from './admission-request.js'
export type { WebhookHandler } from './answer.js'
export { conversionHandler } from './conversion-handler.js'
export type { WebhookOptions } from './read-review.js'
