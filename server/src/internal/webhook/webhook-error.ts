/** An answer of a webhook that cannot be used, or none, in upstream's words. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}
