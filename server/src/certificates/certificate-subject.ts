import type { X509Certificate } from 'node:crypto'
// Reading a subject loads a part of this module, which of itself would leave the whole unusable for the process.
import 'node:tls'

/** The values of an attribute of a certificate's subject, by its short name or its number. */
export function subjectValues(certificate: X509Certificate, attribute: string): string[] {
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>
  const value = subject[attribute]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** The common name, which is the last one as in Go; empty where there is none. */
export function commonNameOf(certificate: X509Certificate): string {
  return subjectValues(certificate, 'CN').at(-1) ?? ''
}
