/** The outcome of one call of a webhook, for metrics. */
export interface WebhookObservation {
  readonly name: string
  readonly type: 'admit' | 'validating'
  readonly operation: string
  readonly seconds: number
  /** The request was refused, by the webhook or because it failed. */
  readonly rejected: boolean
  /**
   * The reason: the webhook refused, could not be called, or the server failed itself; absent if the request continues.
   */
  readonly errorType?: 'no_error' | 'calling_webhook_error' | 'apiserver_internal_error' | undefined
  /** The webhook failed, and its failure policy let the request pass. */
  readonly failedOpen: boolean
  /** Status code of the refusal; 200 if there is none. */
  readonly code: number
}

/** Called for each call of a webhook. Source: k8s.io/apiserver/pkg/admission/metrics. */
export type WebhookObserver = (observation: WebhookObservation) => void
