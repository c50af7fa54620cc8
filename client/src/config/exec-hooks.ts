/** How a run of an exec plugin ended, in the words of client-go's metric. */
export type ExecCallStatus = 'no_error' | 'plugin_execution_error' | 'plugin_not_found_error' | 'client_internal_error'

/** Observes exec plugins, for metrics. Errors of a hook are thrown to the sender of the request. */
export interface ExecHooks {
  /** A plugin ran, or could not be started: then the exit code is 1. */
  onCall?(event: { readonly command: string; readonly exitCode: number; readonly status: ExecCallStatus }): void
  /** The policy was asked whether a plugin may run. */
  onPolicy?(event: { readonly command: string; readonly allowed: boolean }): void
  /** A plugin gave new credentials; without a certificate nothing expires. */
  onCertificate?(event: {
    readonly command: string
    /** End of the certificate, in milliseconds since 1970; undefined without one. */
    readonly expires: number | undefined
    /** How long the certificate before it was valid, in milliseconds; undefined if there was none, or it is the same. */
    readonly rotatedAge: number | undefined
  }): void
}
