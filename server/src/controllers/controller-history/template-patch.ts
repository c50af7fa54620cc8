import type { ControllerRevision, DaemonSet, StatefulSet } from 'apimachinery/api/apps/v1'
import { isJSONObject, stringifyJSON } from 'apimachinery/json'
import { toUnstructured } from 'apimachinery/runtime'

/** What has a template with a history. */
export type TemplateOwner = StatefulSet | DaemonSet

/**
 * The text of a revision: the strategic merge patch that brings the template of an object back, as Go writes it.
 * Source: `getPatch` in pkg/controller/statefulset and pkg/controller/daemon of Kubernetes.
 */
export function templatePatch(owner: TemplateOwner): string {
  const { spec } = toUnstructured(owner, { canonical: true })
  const { template } = isJSONObject(spec) ? spec : {}
  const members = isJSONObject(template) ? template : {}
  return stringifyJSON({ spec: { template: { ...members, $patch: 'replace' } } })
}

/** The text that a revision holds, in the same form. */
export function dataOf({ data }: ControllerRevision): string {
  return stringifyJSON(data as object)
}
