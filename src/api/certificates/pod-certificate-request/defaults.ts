import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { PodCertificateRequest, PodCertificateRequestList } from '../v1/types.gen.js'
import {
  PodCertificateRequest as BetaPodRequest,
  PodCertificateRequestList as BetaPodRequestList,
} from '../v1beta1/types.gen.js'

const day = 86_400

/** Registers the defaults of PodCertificateRequest. */
export function addPodCertificateRequestDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: PodCertificateRequest, list: PodCertificateRequestList, fill: fillPodRequest })
  withList(scheme, { type: BetaPodRequest, list: BetaPodRequestList, fill: fillPodRequest })
}

function fillPodRequest(request: PodCertificateRequest | BetaPodRequest): void {
  request.spec ??= {} as never
  request.spec.maxExpirationSeconds ??= day
}
