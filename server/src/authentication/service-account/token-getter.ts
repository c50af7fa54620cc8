/** The facts about the object of a bound token that decide about its validity. */
export interface BoundObject {
  readonly uid: string
  /** Time of the deletion request; absent for objects that are not being deleted. */
  readonly deletionTimestamp?: Date | undefined
}

/**
 * Reads the objects of a token, so that it becomes invalid with its service account, pod, secret or node. `undefined` if
 * there is none.
 *
 * Source: `ServiceAccountTokenGetter` of pkg/serviceaccount in Kubernetes.
 */
export interface TokenGetter {
  serviceAccount(namespace: string, name: string): Promise<BoundObject | undefined>
  pod(namespace: string, name: string): Promise<BoundObject | undefined>
  secret(namespace: string, name: string): Promise<BoundObject | undefined>
  node(name: string): Promise<BoundObject | undefined>
}
