import type { RequestedCertificate } from '../../certificates/certificate-request.js'

export const kubeletClientSigner = 'kubernetes.io/kube-apiserver-client-kubelet'

/** Says why a signer refuses a request. @returns undefined for a request that it signs */
export type SignerRule = (request: RequestedCertificate, usages: readonly string[]) => string | undefined

/**
 * The signers of Kubernetes with their rules. Source: pkg/controller/certificates/signer and pkg/apis/certificates of Kubernetes.
 */
export const signers: ReadonlyMap<string, SignerRule> = new Map<string, SignerRule>([
  ['kubernetes.io/kubelet-serving', kubeletServingProblem],
  [kubeletClientSigner, kubeletClientProblem],
  ['kubernetes.io/kube-apiserver-client', (_request, usages) => clientUsageProblem(usages)],
  ['kubernetes.io/legacy-unknown', () => undefined],
])

/** Why a request is none for the client certificate of a kubelet. */
export function kubeletClientProblem(request: RequestedCertificate, usages: readonly string[]): string | undefined {
  const { organizations, commonName, dnsNames, emailAddresses, ipAddresses, uris } = request
  if (!isOfNodes(organizations)) return notOfNodes
  if (dnsNames.length > 0) return 'DNS subjectAltNames are not allowed'
  if (emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (ipAddresses.length > 0) return 'IP subjectAltNames are not allowed'
  if (uris.length > 0) return 'URI subjectAltNames are not allowed'
  return namesNode(commonName) ? usageProblem(usages, 'client auth') : notNamedNode
}

function kubeletServingProblem(request: RequestedCertificate, usages: readonly string[]): string | undefined {
  const { organizations, commonName, dnsNames, emailAddresses, ipAddresses, uris } = request
  if (!isOfNodes(organizations)) return notOfNodes
  if (dnsNames.length === 0 && ipAddresses.length === 0) return 'DNS or IP subjectAltName is required'
  if (emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (uris.length > 0) return 'URI subjectAltNames are not allowed'
  return usageProblem(usages, 'server auth') ?? (namesNode(commonName) ? undefined : notNamedNode)
}

const notOfNodes = 'subject organization is not system:nodes'
const notNamedNode = 'subject common name does not begin with system:node:'

function isOfNodes(organizations: readonly string[]): boolean {
  return organizations.length === 1 && organizations[0] === 'system:nodes'
}

function namesNode(commonName: string): boolean {
  return commonName.startsWith('system:node:')
}

/** Keys that are not of RSA encipher nothing. */
function usageProblem(usages: readonly string[], auth: 'client auth' | 'server auth'): string | undefined {
  const wanted = ['digital signature', 'key encipherment', auth]
  const given = new Set(usages)
  const fits = usages.every((usage) => wanted.includes(usage)) && given.has('digital signature') && given.has(auth)
  return fits ? undefined : `usages did not match [${wanted.sort().join(' ')}]`
}

function clientUsageProblem(usages: readonly string[]): string | undefined {
  const other = usages.find((usage) => !['digital signature', 'key encipherment', 'client auth'].includes(usage))
  if (other !== undefined) return `invalid usage for client certificate: ${other}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}
