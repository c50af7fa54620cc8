import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import type { JSONObject } from 'apimachinery/json'
import { fromUnstructured, type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import type { AdmissionAttributes, ObjectInterfaces } from '../../src/admission/attributes.js'
import { contentOf } from '../../src/admission/cel/request-variables.js'
import type { Authorizer } from '../../src/authorization/authorizer.js'
import type { RequestContext } from '../../src/request/request-context.js'
import { type Asked, attributesOf } from './attributes-of.js'

/** Objects as admission sees them, where config maps have one version. */
const objects: ObjectInterfaces = {
  contentIn: async (object, kind) => ({ ...contentOf(object), ...kind.toAPIVersionAndKind() }),
  objectFrom: async (content) => fromUnstructured(new Unstructured(content), ConfigMap),
  applyConfiguration: (content, configuration) => ({ ...content, ...configuration }) as JSONObject,
}

/** A request for the config map `m` of the namespace `team`. */
export function mapRequest(data: Record<string, string> = {}, more: Partial<Asked> = {}): AdmissionAttributes {
  const object = new ConfigMap({ metadata: { name: 'm', namespace: 'team', labels: { own: 'yes' } }, data })
  const kind = ConfigMap.groupVersionKind
  return Object.assign(attributesOf({ resource: 'configmaps', object, ...more }), { objects, kind })
}

export const dataOf = (object: KubernetesObject | undefined) => (object as ConfigMap | undefined)?.data

/** The namespaces of a cluster: `team` in memory, `late` in the store alone. */
export const namespaces = {
  namespaces: {
    get: (_namespace: string, name: string) => (name === 'team' ? namespaceNamed(name) : undefined),
    list: () => [namespaceNamed('team')],
  },
  liveNamespace: async (name: string) => (name === 'late' ? namespaceNamed(name) : undefined),
}

function namespaceNamed(name: string): Namespace {
  return new Namespace({ metadata: { name, labels: { tier: name } } })
}

/** Lets users do what they are named after. */
export const byName: Authorizer = {
  authorize: async ({ user, verb }) => ({ decision: user.name === verb ? 'allow' : 'deny', reason: 'by name' }),
}

/** A context, with what is said in it. */
export function listening(more: Partial<RequestContext> = {}) {
  const annotations: Record<string, string> = {}
  const warnings: string[] = []
  const context = {
    signal: new AbortController().signal,
    audit: { annotate: (key: string, value: string) => void Object.assign(annotations, { [key]: value }) },
    warnings: { addWarning: (_agent: string, text: string) => void warnings.push(text) },
    ...more,
  } as unknown as RequestContext
  return { context, annotations, warnings }
}
