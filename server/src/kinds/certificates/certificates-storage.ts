import type { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { fieldPath, invalid } from 'apimachinery/validation'
import { requestSignatureProblem } from '../../certificates/certificate-request.js'
import { checkedStore } from '../../registry/checked-store.js'
import type { Store } from '../../registry/store.js'
import type { StorageProvider } from '../storage-provider.js'

const path = 'certificatesigningrequests'

/**
 * The group `certificates.k8s.io`: who asks for a certificate has its key.
 *
 * Source: `validateCSR` of pkg/apis/certificates/validation of Kubernetes.
 */
export const certificatesStorage: StorageProvider = {
  group: 'certificates.k8s.io',
  extend(storage) {
    const store = storage[path] as unknown as Store<CertificateSigningRequest> | undefined
    if (store === undefined) return
    storage[path] = checkedStore(store, async (_context, { spec }, old) => {
      const request = spec?.request ?? ''
      // The request of one that is there cannot change.
      const problem = old === undefined ? await requestSignatureProblem(request) : undefined
      return problem === undefined ? [] : [invalid(fieldPath('spec', 'request'), request, problem)]
    })
  },
}
