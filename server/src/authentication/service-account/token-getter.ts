/** What a token is bound to, as far as its validity depends on it. */
export interface BoundObject {
  readonly uid: string
  /** When its deletion was asked for; absent for objects that are not being deleted. */
  readonly deletionTimestamp?: Date
}

/**
 * Looks up what tokens name, so that a token ends with its service account, pod, secret or node. `undefined` where there is none.
 *
 * Source: `ServiceAccountTokenGetter` of pkg/serviceaccount in Kubernetes.
 */
export interface TokenGetter {
  serviceAccount(namespace: string, name: string): Promise<BoundObject | undefined>
  pod(namespace: string, name: string): Promise<BoundObject | undefined>
  secret(namespace: string, name: string): Promise<BoundObject | undefined>
  node(name: string): Promise<BoundObject | undefined>
}
