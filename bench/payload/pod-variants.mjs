import { makePodList } from './pods.mjs'
import { Random } from './random.mjs'

/** Variables of the first container that make a pod without managed fields 8 KB of JSON. */
const variables = 47

function withoutManagedFields({ metadata: { managedFields, ...metadata }, ...pod }) {
  return { metadata, ...pod }
}

/** The pod with names and values that no other pod has. */
function withOwnStrings(random, { spec, ...pod }) {
  const [first, ...others] = spec.containers
  const own = Array.from({ length: variables }, () => ({
    name: random.text(12, 'ABCDEFGHKLMNPRSTUVWXYZ'),
    value: `${random.text(8)}-${random.hex(12)}`,
  }))
  return { ...pod, spec: { ...spec, containers: [{ ...first, env: [...first.env, ...own] }, ...others] } }
}

/**
 * The list of `makePodList`, and others that are harder or easier to read: items with and without managed fields, which are a third of
 * their text and wait until a program looks at them; few strings that repeat, which are found in a table, or many that do not.
 */
export function makePodVariant(count, { managedFields, manyStrings }) {
  const random = new Random(77)
  const list = makePodList(count)
  const items = list.items
    .map((pod) => (managedFields ? pod : withoutManagedFields(pod)))
    .map((pod) => (manyStrings ? withOwnStrings(random, pod) : pod))
  return { ...list, items }
}
