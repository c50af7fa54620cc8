import type { Namespace, Pod, PodSpec } from 'apimachinery/api/core/v1'
import { newForbidden, newNotFound } from 'apimachinery/errors'
import { getAnnotations, getName } from 'apimachinery/runtime'
import { AdmissionError } from '../admission-error.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

/** Node selectors by namespace, as text; `clusterDefaultNodeSelector` for namespaces that have none of their own. */
export type PodNodeSelectorConfiguration = Readonly<Record<string, string>>

type State = Pick<ClusterState, 'namespaces' | 'liveNamespace'>
type Labels = Readonly<Record<string, string>>

const annotation = 'scheduler.alpha.kubernetes.io/node-selector'

/** Keeps the pods of a namespace on the nodes that are meant for it. Source: plugin/pkg/admission/podnodeselector. */
export function podNodeSelector(state: State, configuration: PodNodeSelectorConfiguration = {}): AdmissionPlugin {
  const ofNamespace = async (name: string): Promise<Labels> => {
    const namespace = state.namespaces.get('', name) ?? (await state.liveNamespace(name))
    if (namespace === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, name)
    return parseLabels(selectorOf(namespace, configuration))
  }
  const checked = async (
    attributes: AdmissionAttributes,
  ): Promise<{ readonly pod: Pod & { spec: PodSpec }; readonly wanted: Labels } | undefined> => {
    const pod = podOf(attributes)
    if (pod === undefined) return undefined
    const wanted = await ofNamespace(attributes.namespace)
    const given = pod.spec.nodeSelector ?? {}
    if (Object.keys(wanted).some((key) => Object.hasOwn(given, key) && given[key] !== wanted[key])) {
      throw refused(attributes, pod, 'pod node label selector conflicts with its namespace node label selector')
    }
    return { pod, wanted }
  }
  const checkAllowed = (attributes: AdmissionAttributes, pod: Pod & { spec: PodSpec }): void => {
    const { namespace } = attributes
    // A namespace may be named like a member that every object has.
    const allowed = parseLabels(Object.hasOwn(configuration, namespace) ? (configuration[namespace] ?? '') : '')
    if (Object.keys(allowed).length === 0) return
    const outside = Object.entries(pod.spec.nodeSelector ?? {}).some(([key, value]) => allowed[key] !== value)
    if (outside) throw refused(attributes, pod, 'pod node label selector labels conflict with its namespace whitelist')
  }
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      const found = await checked(attributes)
      if (found === undefined) return
      const { pod, wanted } = found
      const selector = { ...wanted, ...pod.spec.nodeSelector }
      if (Object.keys(selector).length > 0) pod.spec.nodeSelector = selector
      checkAllowed(attributes, pod)
    },
    async validate(attributes) {
      const found = await checked(attributes)
      if (found !== undefined) checkAllowed(attributes, found.pod)
    },
  }
}

function selectorOf(namespace: Namespace, configuration: PodNodeSelectorConfiguration): string {
  return getAnnotations(namespace)?.[annotation] ?? configuration.clusterDefaultNodeSelector ?? ''
}

/** `a=b,c=d`. Source: `ConvertSelectorToLabelsMap` of k8s.io/apimachinery/pkg/labels. */
function parseLabels(text: string): Labels {
  if (text === '') return {}
  const entries = text.split(',').map((part): [string, string] => {
    const [key = '', value, ...rest] = part.split('=')
    if (value === undefined || rest.length > 0) throw new AdmissionError(`invalid selector: ${part}`)
    return [key.trim(), value.trim()]
  })
  return Object.fromEntries(entries)
}

function refused({ resource }: AdmissionAttributes, pod: Pod, message: string): Error {
  return newForbidden(resource, getName(pod), new Error(message))
}
