import { loadEntry } from '../harness/modules.mjs'

const texts = [
  ...['0', '1', '100m', '250m', '1500m', '2', '0.5', '12.75', '1e3', '3E6'],
  ...['64Mi', '128Mi', '1Gi', '1.5Gi', '500k', '10M', '2T', '1Ki', '100n', '25u'],
]

export const workload = {
  name: 'Quantities',
  about: 'Twenty quantities of all families.',
  unit: 'ms',
  async setup() {
    const { Quantity } = await loadEntry('./resource')
    return { Quantity, parsed: texts.map((text) => Quantity.parse(text)) }
  },
  operations: [
    { name: 'parse and print', run: ({ Quantity }) => texts.map((text) => Quantity.parse(text).toString()) },
    { name: 'add up', run: ({ parsed }) => parsed.reduce((sum, quantity) => sum.add(quantity)) },
    {
      name: 'parse to a number',
      run: ({ Quantity }) => texts.map((text) => Quantity.parse(text).asApproximateFloat64()),
    },
  ],
}
