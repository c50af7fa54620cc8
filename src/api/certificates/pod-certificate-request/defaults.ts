import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { PodCertificateRequest } from '../v1/types.gen.js'
import { PodCertificateRequest as BetaPodRequest } from '../v1beta1/types.gen.js'

const day = 86_400

/** Registers the defaults of PodCertificateRequest. */
export function addPodCertificateRequestDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, PodCertificateRequest, fillPodRequest)
  withList(scheme, BetaPodRequest, fillPodRequest)
}

function fillPodRequest(request: PodCertificateRequest | BetaPodRequest): void {
  request.spec ??= {} as never
  request.spec.maxExpirationSeconds ??= day
}
