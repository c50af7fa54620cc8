import type { PodTemplateSpec } from '../../../src/api/core/v1/index.js'
import { addDefaultsToScheme } from '../../../src/api/defaults/index.js'
import { addToScheme } from '../../../src/api/index.js'
import type { KubernetesObject } from '../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'

export const scheme = new Scheme()
addToScheme(scheme)
addDefaultsToScheme(scheme)

/** The object with defaults, as JSON. */
export function defaulted(object: KubernetesObject): Record<string, unknown> {
  scheme.default(object)
  return JSON.parse(JSON.stringify(object)) as Record<string, unknown>
}

export const podDefaults = {
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  securityContext: {},
  terminationGracePeriodSeconds: 30,
  schedulerName: 'default-scheduler',
}
export const containerDefaults = { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' }
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] } }
export const filledTemplate = {
  metadata: { labels: { app: 'web' } },
  spec: {
    ...podDefaults,
    containers: [{ name: 'web', image: 'nginx:1.27', imagePullPolicy: 'IfNotPresent', ...containerDefaults }],
  },
}
export const selector = { matchLabels: { app: 'web' } }

export function freshTemplate(): PodTemplateSpec {
  return structuredClone(template)
}
