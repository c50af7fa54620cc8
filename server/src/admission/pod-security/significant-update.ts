import type { Pod } from 'apimachinery/api/core/v1'
import type { AnyContainer } from '../../internal/pod-references.js'

/** Whether an update of a pod changes anything that is checked: its images, or how many containers it has. */
export function isSignificantUpdate(pod: Pod, old: Pod): boolean {
  for (const list of ['containers', 'initContainers'] as const) {
    const [after, before] = [pod.spec?.[list] ?? [], old.spec?.[list] ?? []]
    if (after.length !== before.length) return true
    if (after.some(({ image }, index) => image !== before[index]?.image)) return true
  }
  const before: readonly AnyContainer[] = old.spec?.ephemeralContainers ?? []
  return (pod.spec?.ephemeralContainers ?? []).some(({ name, image }) => {
    const same = before.find((container) => container.name === name)
    return same === undefined || same.image !== image
  })
}
