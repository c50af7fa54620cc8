import type { KubernetesObject } from 'apimachinery/runtime'
import type { CheckedPod } from './check.js'

interface Templated {
  readonly template?: CheckedPod & { readonly spec?: unknown }
  readonly spec?: {
    readonly template?: CheckedPod | undefined
    readonly jobTemplate?: { readonly spec?: { readonly template?: CheckedPod } }
  }
}

/** Resources whose objects hold the template of a pod, and where. */
const templates: Readonly<Record<string, (object: Templated) => CheckedPod | undefined>> = {
  '/podtemplates': ({ template }) => template,
  '/replicationcontrollers': ({ spec }) => spec?.template,
  'apps/replicasets': ({ spec }) => spec?.template,
  'apps/deployments': ({ spec }) => spec?.template,
  'apps/statefulsets': ({ spec }) => spec?.template,
  'apps/daemonsets': ({ spec }) => spec?.template,
  'batch/jobs': ({ spec }) => spec?.template,
  'batch/cronjobs': ({ spec }) => spec?.jobTemplate?.spec?.template,
}

/** Finds the template of pods in objects of a resource; `undefined` for resources whose objects have none. */
export function templateFinder(resource: {
  readonly group: string
  readonly resource: string
}): ((object: KubernetesObject) => CheckedPod | undefined) | undefined {
  const key = `${resource.group}/${resource.resource}`
  const find = Object.hasOwn(templates, key) ? templates[key] : undefined
  if (find === undefined) return undefined
  return (object) => {
    const found = find(object as Templated)
    return found === undefined ? undefined : { metadata: found.metadata, spec: found.spec ?? { containers: [] } }
  }
}
