/** Input of some controllers besides the context. */
export interface ControllerSettings {
  /** PEM for `kube-root-ca.crt`. */
  readonly certificateAuthority: () => Promise<string>
}
