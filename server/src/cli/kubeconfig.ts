import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CertificatePair } from '../certificates/new-certificate.js'
import { writePrivateFile } from '../internal/private-files.js'

/** How the admin reaches the server. */
export interface AdminAccess {
  /** `https://host:port`. */
  readonly server: string
  /** PEM of the authority that signed the server's certificate. */
  readonly authority: string
  readonly client: CertificatePair
}

/** A kubeconfig with one context, certificates inside, as JSON, which is YAML as well. */
export function adminKubeconfig({ server, authority, client }: AdminAccess): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'apimachinery', cluster: { server, 'certificate-authority-data': base64(authority) } }],
    users: [
      {
        name: 'admin',
        user: { 'client-certificate-data': base64(client.certificate), 'client-key-data': base64(client.key) },
      },
    ],
    contexts: [{ name: 'apimachinery', context: { cluster: 'apimachinery', user: 'admin' } }],
    'current-context': 'apimachinery',
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

/** Writes a file that only its owner can read. */
export function writeKubeconfig(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writePrivateFile(file, text)
}
