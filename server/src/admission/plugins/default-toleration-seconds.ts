import { addDefaultTolerations, type TolerationSeconds } from 'apimachinery/api/admission-plugins'
import { Pod } from 'apimachinery/api/core/v1'
import type { AdmissionPlugin } from '../plugin.js'

/** Adds tolerations for unhealthy nodes to pods. Source: plugin/pkg/admission/defaulttolerationseconds. */
export function defaultTolerationSeconds(
  seconds: TolerationSeconds = { notReady: 300, unreachable: 300 },
): AdmissionPlugin {
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit({ object, subresource }) {
      if (object instanceof Pod && subresource === '') addDefaultTolerations(object, seconds)
    },
  }
}
