import { type ControllerRevision, StatefulSet } from 'apimachinery/api/apps/v1'
import { strategicMergePatch } from 'apimachinery/patch'
import { fromUnstructured, toUnstructured, Unstructured } from 'apimachinery/runtime'

/** The stateful set with the template of a revision. Source: `ApplyRevision` in pkg/controller/statefulset of Kubernetes. */
export function applyRevision(set: StatefulSet, { data }: ControllerRevision): StatefulSet {
  const current = { ...toUnstructured(set, { canonical: true }) }
  const patched = strategicMergePatch(current, data as object, StatefulSet)
  return fromUnstructured(new Unstructured(patched), StatefulSet)
}
