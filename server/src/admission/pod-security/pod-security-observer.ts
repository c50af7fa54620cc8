/** The kind of a checked request. */
export interface PodSecurityRequest {
  readonly operation: string
  readonly resource: 'pod' | 'namespace' | 'controller'
  readonly subresource: string
}

/** Called with the decisions of the plugin. Source: `metrics.Recorder` of k8s.io/pod-security-admission. */
export interface PodSecurityObserver {
  evaluated(
    request: PodSecurityRequest,
    mode: 'enforce' | 'audit' | 'warn',
    result: { readonly allowed: boolean; readonly level: string; readonly version: number | 'latest' },
  ): void
  exempted(request: PodSecurityRequest): void
  /** Something could not be read; `fatal` where the request ends with that. */
  failed(request: PodSecurityRequest, fatal: boolean): void
}
