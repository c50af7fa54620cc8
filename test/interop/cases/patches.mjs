import { looseJSON, pointersOf } from '../loose-json.mjs'
import { changed, objectOf, patchOf } from '../patch-documents.mjs'

const operations = [
  'smp',
  'twowaymerge',
  'threewaymerge',
  'jsonmergepatch',
  'jsonmergepatch.create',
  'jsonmergepatch.threeway',
  'jsonpatch',
]
const favourites = [
  'v1/Pod',
  'v1/Service',
  'v1/PersistentVolumeClaim',
  'v1/Node',
  'apps/v1/Deployment',
  'apps/v1/StatefulSet',
  'batch/v1/CronJob',
  'networking.k8s.io/v1/Ingress',
  'autoscaling/v2/HorizontalPodAutoscaler',
]

/** Patches of every kind: of objects of every built-in kind, and of JSON of any shape. */
export const patches = {
  operations,
  async make(random, context, count) {
    return Array.from({ length: count }, (_, i) => makers[operations[i % operations.length]](random, context))
  },
}

function kindAmong(random, { kinds }) {
  const known = favourites.filter((kind) => kinds.includes(kind))
  return random.chance(0.6) && known.length > 0 ? random.pick(known) : random.pick(kinds)
}

const makers = {
  smp(random, context) {
    const gvk = kindAmong(random, context)
    const type = context.descriptorOf(gvk)
    const original = objectOf(type, random)
    return { op: 'smp', gvk, original: text(original), patch: text(patchOf(type, original, random)) }
  },
  twowaymerge(random, context) {
    const gvk = kindAmong(random, context)
    const type = context.descriptorOf(gvk)
    const original = objectOf(type, random)
    return { op: 'twowaymerge', gvk, original: text(original), modified: text(changed(type, original, random)) }
  },
  threewaymerge(random, context) {
    const gvk = kindAmong(random, context)
    const type = context.descriptorOf(gvk)
    const original = objectOf(type, random)
    const modified = text(changed(type, original, random))
    const current = text(changed(type, original, random))
    return { op: 'threewaymerge', gvk, original: text(original), modified, current, overwrite: random.chance(0.7) }
  },
  jsonmergepatch(random) {
    return { op: 'jsonmergepatch', original: looseJSON(random), patch: looseJSON(random) }
  },
  'jsonmergepatch.create'(random) {
    return { op: 'jsonmergepatch.create', original: looseJSON(random), modified: looseJSON(random) }
  },
  'jsonmergepatch.threeway'(random) {
    const [original, modified, current] = Array.from({ length: 3 }, () => looseJSON(random, { objects: true }))
    return { op: 'jsonmergepatch.threeway', original, modified, current }
  },
  jsonpatch(random) {
    const original = looseJSON(random, { objects: random.chance(0.7) })
    const pointers = pointersOf(original)
    const steps = random.list(4, () => step(random, pointers))
    return { op: 'jsonpatch', original, patch: `[${steps.join(',')}]` }
  },
}

const text = JSON.stringify

function step(random, pointers) {
  const op = random.pick(['add', 'add', 'remove', 'replace', 'move', 'copy', 'test'])
  const members = [`"op":"${op}"`, `"path":${JSON.stringify(pointer(random, pointers))}`]
  if (op === 'move' || op === 'copy') members.push(`"from":${JSON.stringify(pointer(random, pointers))}`)
  else if (op !== 'remove') members.push(`"value":${looseJSON(random)}`)
  return `{${members.join(',')}}`
}

/** Mostly a pointer into the document, or to a neighbour of one of its members. */
function pointer(random, pointers) {
  const known = random.pick(pointers)
  if (random.chance(0.6)) return known
  return `${known}/${random.pick(['a', 'b', '0', '1', '-', '-1', '01', '', 'x~1y', '__proto__', 'constructor'])}`
}
