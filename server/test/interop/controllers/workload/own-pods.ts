import type { KnownObject, Operation, Turn } from './operation.js'

/** Operations on pods of an object: one or all are deleted, one loses its label, and one that lost it gets it back. */
export function changeOfPods({ name, memory }: KnownObject, { random, namespace, serial }: Turn): readonly Operation[] {
  const pods = `/api/v1/namespaces/${namespace}/pods`
  const own = `${pods}?labelSelector=app=${name}`
  const released = memory.get('released')
  if (released !== undefined) {
    memory.delete('released')
    const path = `${pods}?labelSelector=app=${released}#0`
    if (random.chance(0.5)) return [{ verb: 'merge', path, body: { metadata: { labels: { app: name } } } }]
    return [{ verb: 'delete', path, body: {} }]
  }
  const action = random.below(3)
  if (action === 0) return [{ verb: 'delete', path: `${own}#0`, body: {} }]
  if (action === 1) return [{ verb: 'delete', path: own, body: {} }]
  memory.set('released', `${name}-released-${serial}`)
  return [{ verb: 'merge', path: `${own}#0`, body: { metadata: { labels: { app: `${name}-released-${serial}` } } } }]
}
