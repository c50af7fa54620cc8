// Measures one workload in a process of its own and sends what it found to its parent.
import { measure } from '../harness/measure.mjs'

process.once('message', async ({ file, rounds, warmUpMs, rows = [''], quick = false }) => {
  const { workload } = await import(`../workloads/${file}`)
  const onProgress = (progress) => process.send({ name: workload.name, progress })
  onProgress('setting up')
  const context = await workload.setup({ quick })
  const operations = workload.operations
    .filter(({ name }) => rows.some((text) => name.includes(text)))
    .filter(({ when }) => when === undefined || when(context))
  const samples = await measure(operations, context, {
    rounds: Math.min(rounds, workload.rounds ?? rounds),
    ...{ warmUpMs, onProgress },
  })
  const measured = operations.map(({ name, baseline, unit }) => ({ name, baseline, unit, samples: samples.get(name) }))
  const { name, about, unit } = workload
  process.send({ result: { name, about, unit, operations: measured } }, () => process.exit())
})
