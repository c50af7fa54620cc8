import { appliedOf, changedConfig } from '../applied-documents.mjs'
import { looseJSON } from '../loose-json.mjs'

const operations = ['ssa', 'fieldset']
const favourites = [
  'v1/Pod',
  'v1/Service',
  'v1/Node',
  'apps/v1/Deployment',
  'batch/v1/CronJob',
  'networking.k8s.io/v1/Ingress',
]
const managers = ['a', 'b', 'kubectl']

/** Histories of objects, typed and untyped, and operations on sets of fields. */
export const managedFields = {
  operations,
  async make(random, context, count) {
    return Array.from({ length: count }, (_, i) => (i % 4 === 3 ? sets(random) : history(random, context)))
  },
}

/** Kinds whose objects have managed fields. */
function kindsOf({ kinds, descriptorOf }) {
  return kinds.filter((kind) => {
    const metadata = descriptorOf(kind)?.propertyByName.get('metadata')?.type
    return metadata?.kind === 'struct' && metadata.propertyByName.has('managedFields')
  })
}

let known

function history(random, context) {
  known ??= kindsOf(context)
  const gvk = random.chance(0.5) ? random.pick(favourites) : random.pick(known)
  const type = context.descriptorOf(gvk)
  const slash = gvk.lastIndexOf('/')
  const identity = { apiVersion: gvk.slice(0, slash), kind: gvk.slice(slash + 1) }
  const typed = random.chance(0.7)
  let last = appliedOf(type, random)
  const steps = [step()]
  for (let i = random.below(4); i >= 0; i--) {
    last = random.chance(0.8) ? changedConfig(type, last, random) : appliedOf(type, random)
    steps.push(step())
  }
  return { op: 'ssa', gvk, ...(typed && { type: 'scheme' }), in: JSON.stringify(steps) }

  function step() {
    const verb = random.pick(['apply', 'apply', 'apply', 'update', 'extract'])
    const manager = random.pick(managers)
    if (verb === 'extract') return { verb, manager }
    const content = !typed && random.chance(0.3) ? { ...last, spec: JSON.parse(looseJSON(random)) } : last
    const object = { ...identity, ...content }
    return {
      verb,
      manager,
      force: random.chance(0.4),
      object: random.chance(0.15) ? annotated(object, random) : object,
    }
  }
}

/** As `kubectl apply` writes an object when it does not apply on the server's side: with what it applied last. */
function annotated(object, random) {
  const { metadata = {}, ...rest } = object
  const { annotations, ...others } = metadata ?? {}
  const config = random.chance(0.1) ? random.pick(['', 'x', '{}', '[]', '{"kind":"Pod"}']) : JSON.stringify(object)
  const lastApplied = { 'kubectl.kubernetes.io/last-applied-configuration': config }
  return { ...rest, metadata: { ...others, annotations: { ...annotations, ...lastApplied } } }
}

const values = ['1', '-1', 'true', 'null', '"a"', '"\\u0041"', '1.5', '1.0', '{"a":1}', '[1,"b"]', '1e3', 'x', '']

function element(random) {
  const key = random.pick(['f', 'f', 'f', 'k', 'v', 'i', 'x', ''])
  switch (key) {
    case 'f':
      return `f:${random.pick(['a', 'b', 'c', '', '__proto__', 'é'])}`
    case 'k':
      return `k:{${random.list(2, () => `"${random.pick(['name', 'port', 'a'])}":${random.pick(values)}`).join(',')}}`
    case 'v':
      return `v:${random.pick(values)}`
    case 'i':
      return `i:${random.pick(['0', '1', '-1', '10', 'a', '1.5'])}`
    default:
      return random.chance(0.2) ? `${key}:a` : 'f:d'
  }
}

/** Names once each: of what is given twice a value knows only the last. */
function setText(random, depth = 0) {
  const names = random.list(3, () => (random.chance(0.2) ? '.' : element(random)))
  const distinct = [...new Set(names)]
  const members = distinct.map((name) => {
    const below = name === '.' || depth > 3 || random.chance(0.3) ? '{}' : setText(random, depth + 1)
    return `${JSON.stringify(name)}:${random.chance(0.003) ? random.pick(['1', 'null', '[]', '"a"']) : below}`
  })
  return `{${members.join(',')}}`
}

function sets(random) {
  const [original, modified] = [setText(random), setText(random)]
  return { op: 'fieldset', original, modified: random.chance(0.1) ? original : modified }
}
