/** A user of a cluster, and where the cluster is. */
export interface KubeconfigParts {
  /** URL of the API server; it may have a path. */
  readonly url: string
  /** PEM of the authority that signed its certificate. */
  readonly certificateAuthority: string
  readonly user: string
  readonly token: string
}

/** The text of a kubeconfig with one context: JSON, which is YAML. */
export function kubeconfigText({ url, certificateAuthority, user, token }: KubeconfigParts): string {
  const authority = Buffer.from(certificateAuthority).toString('base64')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user } }],
    'current-context': 'test',
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
