import { Service } from 'apimachinery/api/core/v1'
import { forbidden, isFor } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

/** Refuses external IPs that a service did not have before. Source: plugin/pkg/admission/network/denyserviceexternalips. */
export const denyServiceExternalIPs: AdmissionPlugin = {
  resources: ['services'],
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  async validate(attributes) {
    const { object, oldObject } = attributes
    if (!isFor(attributes, '', 'services') || !(object instanceof Service)) return
    const before = new Set(oldObject instanceof Service ? (oldObject.spec?.externalIPs ?? []) : [])
    if ((object.spec?.externalIPs ?? []).every((address) => before.has(address))) return
    throw forbidden(attributes, 'Use of external IPs is denied by admission control.')
  },
}
