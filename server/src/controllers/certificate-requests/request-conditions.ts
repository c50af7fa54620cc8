import type { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'

/** Whether somebody has decided about a request. */
export function isDecided({ status }: CertificateSigningRequest): boolean {
  return status?.conditions?.some(({ type }) => type === 'Approved' || type === 'Denied') ?? false
}

/** Whether a request may be signed: it is approved and not denied, and no signer has refused it. */
export function isToBeSigned({ status }: CertificateSigningRequest): boolean {
  const conditions = status?.conditions ?? []
  const has = (wanted: string): boolean => conditions.some(({ type }) => type === wanted)
  const isFailed = conditions.some(({ type, status: is }) => type === 'Failed' && is === 'True')
  return has('Approved') && !has('Denied') && !isFailed
}

/** Whether a request has its certificate. */
export function isIssued({ status }: CertificateSigningRequest): boolean {
  return (status?.certificate ?? '') !== ''
}
