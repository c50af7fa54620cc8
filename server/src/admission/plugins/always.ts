import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

/** Admits everything. Source: plugin/pkg/admission/admit. */
export const alwaysAdmit: AdmissionPlugin = { handles: () => true, admit: async () => {}, validate: async () => {} }

/** Refuses everything. Source: plugin/pkg/admission/deny. */
export const alwaysDeny: AdmissionPlugin = {
  handles: () => true,
  async admit(attributes) {
    throw forbidden(attributes, 'admission control is denying all modifications')
  },
  async validate(attributes) {
    throw forbidden(attributes, 'admission control is denying all modifications')
  },
}
