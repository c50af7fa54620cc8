import { humanDuration } from '../../scalar/human-duration.js'
import type { APIService } from '../apiregistration/v1/types.gen.js'
import type { CertificateSigningRequest } from '../certificates/v1/types.gen.js'
import type { ClusterRoleBinding, RoleBinding } from '../rbac/v1/types.gen.js'
import { structsOf } from '../validation/go-values.js'
import { cells, type RowPrinter, type RowPrinters } from './cells.js'

const binding: RowPrinter<RoleBinding | ClusterRoleBinding> = cells(({ roleRef, subjects }, { name, age }) => {
  const names = (wanted: string): string =>
    structsOf(subjects)
      .filter(({ kind }) => kind === wanted)
      .map((subject) =>
        wanted === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name ?? ''}` : (subject.name ?? ''),
      )
      .join(', ')
  const role = `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`
  return [name, role, age, names('User'), names('Group'), names('ServiceAccount')]
})

/** Rows of `rbac.authorization.k8s.io`. Source: pkg/printers/internalversion of Kubernetes. */
export const rbacPrinters: RowPrinters = { RoleBinding: binding, ClusterRoleBinding: binding }

/** Rows of `certificates.k8s.io`. */
export const certificatesPrinters: RowPrinters = {
  CertificateSigningRequest: cells<CertificateSigningRequest>((request, { name, age }) => {
    const { signerName, username, expirationSeconds } = request.spec ?? {}
    const wanted = expirationSeconds ? humanDuration(BigInt(expirationSeconds) * 1_000_000_000n) : '<none>'
    return [name, age, signerName || '<none>', username ?? '', wanted, certificateState(request)]
  }),
}

function certificateState({ status }: CertificateSigningRequest): string {
  const has = (wanted: string): boolean => structsOf(status?.conditions).some(({ type }) => type === wanted)
  const words = [has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending']
  if (has('Failed')) words.push('Failed')
  if (status?.certificate) words.push('Issued')
  return words.join(',')
}

/** Rows of `apiregistration.k8s.io`. Source: kube-aggregator. */
export const apiregistrationPrinters: RowPrinters = {
  APIService: cells<APIService>(({ spec, status }, { name, age }) => {
    const { service } = spec ?? {}
    const available = structsOf(status?.conditions).find(({ type }) => type === 'Available')
    const reason = available !== undefined && available.status !== 'True' ? ` (${available.reason ?? ''})` : ''
    const where = service ? `${service.namespace ?? ''}/${service.name ?? ''}` : 'Local'
    return [name, where, available === undefined ? 'Unknown' : (available.status ?? '') + reason, age]
  }),
}
