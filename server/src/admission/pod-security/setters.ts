import type { PodSecurityContext, SecurityContext } from 'apimachinery/api/core/v1'
import { containersOf } from '../../internal/pod-references.js'
import { type CheckedPod, named } from './check.js'

/** The common fields of the security contexts of pods and containers. */
export type AnySecurityContext = PodSecurityContext | SecurityContext

/** The containers whose context is so. */
export function containersWith(
  { spec }: CheckedPod,
  test: (context: SecurityContext | undefined) => boolean,
): readonly string[] {
  return containersOf(spec)
    .filter(({ securityContext }) => test(securityContext ?? undefined))
    .map(({ name = '' }) => name)
}

/** What sets a field: `pod`, `container "a"`, both joined; empty if nothing does. */
export function settersOf(pod: CheckedPod, test: (context: AnySecurityContext) => boolean): string {
  const context = pod.spec.securityContext ?? undefined
  const containers = containersWith(pod, (each) => each !== undefined && test(each))
  const setters = [
    ...(context !== undefined && test(context) ? ['pod'] : []),
    ...(containers.length > 0 ? [named('container', containers)] : []),
  ]
  return setters.join(' and ')
}

/** The contexts of a pod and of its containers, as far as they are there. */
export function contextsOf({ spec }: CheckedPod): readonly AnySecurityContext[] {
  const contexts = [spec.securityContext, ...containersOf(spec).map(({ securityContext }) => securityContext)]
  return contexts.filter((context) => context !== undefined && context !== null)
}
