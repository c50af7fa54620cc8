import { KubeletError } from './kubelet-error.js'
import { type SimulatedContainer, statusOf } from './simulated-containers.js'

const pullProblems: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
}

/**
 * The log of a container that has written nothing.
 *
 * Source: `validateContainerLogStatus` of pkg/kubelet.
 * @throws KubeletError 400 for one that has no log, as it has not been started
 */
export function startedContainer({ pod, name }: SimulatedContainer, previous: boolean): { readonly text: string } {
  const where = `container ${JSON.stringify(name)} in pod ${JSON.stringify(pod.metadata?.name ?? '')}`
  const status = statusOf(pod, name)
  if (status === undefined) throw new KubeletError(400, `${where} is not available`)
  const { state, lastState } = status
  if (previous && lastState?.terminated === undefined) {
    throw new KubeletError(400, `previous terminated ${where} not found`)
  }
  if (previous || state?.running !== undefined || state?.terminated !== undefined || lastState?.terminated) {
    return { text: '' }
  }
  const reason = state?.waiting?.reason
  if (state?.waiting === undefined) throw new KubeletError(400, `${where} is waiting to start - no logs yet`)
  throw new KubeletError(400, `${where} is waiting to start: ${pullProblems[reason ?? ''] ?? reason ?? ''}`)
}
