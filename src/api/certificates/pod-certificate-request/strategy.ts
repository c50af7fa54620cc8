import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { PodCertificateRequest } from '../v1/types.gen.js'
import { validatePodCertificateRequestStatusUpdate } from './pod-certificate-request-status.js'
import { validatePodCertificateRequest, validatePodCertificateRequestUpdate } from './validation.js'

function inAllVersions(...paths: readonly (readonly string[])[]): FieldSetPaths {
  return { 'certificates.k8s.io/v1': paths, 'certificates.k8s.io/v1beta1': paths }
}

/** How a PodCertificateRequest behaves in a registry. */
export const podCertificateRequestStrategy: KindStrategy<PodCertificateRequest> = {
  type: PodCertificateRequest,
  allowUnconditionalUpdate: false,
  prepareForCreate(request) {
    request.status = {}
  },
  prepareForUpdate: (request, old) => keepField(request, old, 'status'),
  validate: validatePodCertificateRequest,
  validateUpdate: validatePodCertificateRequestUpdate,
  resetFields: inAllVersions(['status']),
  selectableFields: ({ spec }) => ({
    'spec.signerName': spec?.signerName ?? '',
    'spec.podName': spec?.podName ?? '',
    'spec.nodeName': spec?.nodeName ?? '',
  }),
  subresources: {
    status: {
      prepareForUpdate(request, old) {
        keepField(request, old, 'spec')
        resetObjectMetaForStatus(request, old)
      },
      validateUpdate: (request, old, { now }) => validatePodCertificateRequestStatusUpdate(request, old, now()),
      resetFields: inAllVersions(['metadata'], ['spec']),
    },
  },
}
