import type { SharedInformer } from '@apimachinery/client/cache'
import type { Job } from 'apimachinery/api/batch/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { getControllerOf } from 'apimachinery/meta'
import { getLabels, getNamespace, getUID } from 'apimachinery/runtime'

/** The job that controls a pod, where it is known and the same one. */
export function jobOfPod(jobs: SharedInformer<Job>, pod: Pod): Job | undefined {
  const owner = getControllerOf(pod)
  if (owner?.kind !== 'Job') return undefined
  const job = jobs.lister.get({ namespace: getNamespace(pod), name: owner.name })
  return job !== undefined && getUID(job) === owner.uid ? job : undefined
}

/** Jobs of which the selector fits a pod that nothing controls. */
export function jobsThatMayAdopt(jobs: SharedInformer<Job>, pod: Pod): Job[] {
  const labels = getLabels(pod) ?? {}
  if (Object.keys(labels).length === 0) return []
  return jobs.lister
    .namespace(getNamespace(pod))
    .list()
    .filter(({ spec }) => labelSelectorAsSelector(spec?.selector).matches(labels))
}
