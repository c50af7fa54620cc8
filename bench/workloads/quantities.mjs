import { goOperation, goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { clientNode } from '../harness/peers.mjs'

const texts = [
  ...['0', '1', '100m', '250m', '1500m', '2', '0.5', '12.75', '1e3', '3E6'],
  ...['64Mi', '128Mi', '1Gi', '1.5Gi', '500k', '10M', '2T', '1Ki', '100n', '25u'],
]

// client-node reads no fractions before a suffix, no exponents and not every suffix.
const readByClientNode = texts.filter((text) => /^[0-9]+(?:m|[KMG]i)?$/.test(text))

export const workload = {
  name: 'Quantities',
  about: 'Twenty quantities of all families.',
  unit: 'ms',
  async setup() {
    const { Quantity } = await loadEntry('./resource')
    const client = await clientNode()
    return { go: goProgram(), client, Quantity, parsed: texts.map((text) => Quantity.parse(text)) }
  },
  operations: [
    { name: 'parse and print', run: ({ Quantity }) => texts.map((text) => Quantity.parse(text).toString()) },
    goOperation('Go parse and print', 'parse and print', { op: 'bench.quantities', values: texts }),
    { name: 'add up', run: ({ parsed }) => parsed.reduce((sum, quantity) => sum.add(quantity)) },
    goOperation('Go add up', 'add up', { op: 'bench.quantities', values: texts, type: 'add' }),
    {
      name: 'parse to a number',
      run: ({ Quantity }) => texts.map((text) => Quantity.parse(text).asApproximateFloat64()),
    },
    goOperation('Go parse to a number', 'parse to a number', { op: 'bench.quantities', values: texts, type: 'float' }),
    {
      name: 'client-node quantityToScalar, those it reads',
      baseline: 'parse to a number, the same',
      when: ({ client }) => client,
      run: ({ client }) => readByClientNode.map((text) => client.quantityToScalar(text)),
    },
    {
      name: 'parse to a number, the same',
      run: ({ Quantity }) => readByClientNode.map((text) => Quantity.parse(text).asApproximateFloat64()),
    },
  ],
}
