import type { Pod } from 'apimachinery/api/core/v1'
import { newBadRequest } from 'apimachinery/errors'
import { readMetadata } from '../../../registry/read-metadata.js'

/**
 * The container that a request means: the one it names, or the only one.
 *
 * @throws StatusError 400 for a name that no container has, and for no name where there are several.
 */
export function containerOf(pod: Pod, asked: string | undefined): string {
  const { name = '' } = readMetadata(pod)
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {}
  const names = (list: readonly { name: string }[]): string => list.map((container) => container.name).join(' ')
  if (asked) {
    const all = [...containers, ...initContainers, ...ephemeralContainers]
    if (all.some((container) => container.name === asked)) return asked
    throw newBadRequest(`container ${asked} is not valid for pod ${name}`)
  }
  const [only] = containers
  if (only === undefined) throw newBadRequest(`a container name must be specified for pod ${name}`)
  if (containers.length === 1) return only.name
  const choice = `a container name must be specified for pod ${name}, choose one of: [${names(containers)}]`
  if (initContainers.length === 0) throw newBadRequest(choice)
  throw newBadRequest(`${choice} or one of the init containers: [${names(initContainers)}]`)
}
