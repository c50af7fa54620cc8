import { fill } from '../fill.mjs'

const kinds = ['ListOptions', 'GetOptions', 'CreateOptions', 'UpdateOptions', 'PatchOptions', 'DeleteOptions']
const flags = ['', '0', '1', 'true', 'false', 'FALSE', 'TRUE', 't']
const numbers = [
  '-1',
  '+5',
  '007',
  '9007199254740991',
  '9223372036854775807',
  '9223372036854775808',
  '1.5',
  ' 1',
  '1e3',
  '0x10',
]
const words = ['a=b', 'a,b', 'All', 'é', 'null', 'Background', 'Orphan', 'a b', 'NotOlderThan', 'metadata.name=x']
const others = ['nope', 'Watch', 'kind', 'preconditions.uid', 'uid', '']

/** A query with names that the options have, and some that they do not. */
function query(type, random) {
  const names = [...type.properties.map(({ name }) => name), ...others]
  const value = () => encodeURIComponent(random.pick(random.pick([flags, numbers, words])))
  const parts = random.list(5, () => {
    const name = random.pick(names)
    return random.chance(0.05) ? name : `${name}=${random.chance(0.1) ? value().replaceAll('%20', '+') : value()}`
  })
  return parts.join('&')
}

/** Options of requests: from URL queries, and to them. */
export const options = {
  operations: ['options.fromQuery', 'options.toQuery'],
  async make(random, { descriptorOf }, count) {
    return Array.from({ length: count }, () => {
      const kind = random.pick(kinds)
      const type = descriptorOf(`v1/${kind}`)
      if (random.chance(0.6)) return { op: 'options.fromQuery', kind, in: query(type, random) }
      return { op: 'options.toQuery', kind, in: JSON.stringify(fill(type, random)) }
    })
  },
}
