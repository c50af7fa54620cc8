import { humanDuration } from '../../../scalar/human-duration.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { CertificateSigningRequest } from '../v1/types.gen.js'

/** How a CertificateSigningRequest is shown. */
export const certificateSigningRequestTable: KindTable<CertificateSigningRequest> = {
  columns: [
    nameColumn,
    ageColumn,
    column(
      'SignerName',
      'string',
      'Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be defaulted:\n 1. If it\'s a kubelet client certificate, it is assigned\n    "kubernetes.io/kube-apiserver-client-kubelet".\n 2. If it\'s a kubelet serving certificate, it is assigned\n    "kubernetes.io/kubelet-serving".\n 3. Otherwise, it is assigned "kubernetes.io/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.',
    ),
    column('Requestor', 'string', 'Base64-encoded PKCS#10 CSR data'),
    column(
      'RequestedDuration',
      'string',
      'expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may issue a certificate with a different validity duration so a client must check the delta between the notBefore and and notAfter fields in the issued certificate to determine the actual duration.\n\nThe v1.22+ in-tree implementations of the well-known Kubernetes signers will honor this field as long as the requested duration is not greater than the maximum duration they will honor per the --cluster-signing-duration CLI flag to the Kubernetes controller manager.\n\nCertificate signers may not honor this field for various reasons:\n\n  1. Old signer that is unaware of the field (such as the in-tree\n     implementations prior to v1.22)\n  2. Signer whose configured maximum is shorter than the requested duration\n  3. Signer whose configured minimum is longer than the requested duration\n\nThe minimum valid value for expirationSeconds is 600, i.e. 10 minutes.',
    ),
    column('Condition', 'string', 'Conditions applied to the request, such as approval or denial.'),
  ],
  cells: (request, { name, age }) => {
    const { signerName, username, expirationSeconds } = request.spec ?? {}
    const wanted = expirationSeconds ? humanDuration(BigInt(expirationSeconds) * 1_000_000_000n) : '<none>'
    return [name, age, signerName || '<none>', username ?? '', wanted, certificateState(request)]
  },
}

function certificateState({ status }: CertificateSigningRequest): string {
  const has = (wanted: string): boolean => structsOf(status?.conditions).some(({ type }) => type === wanted)
  const words = [has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending']
  if (has('Failed')) words.push('Failed')
  if (status?.certificate) words.push('Issued')
  return words.join(',')
}
