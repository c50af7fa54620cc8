// Profiles a client while it does one operation: `node bench/profile-client.mjs OPERATION [CLIENT] [TIMES] [FILE.cpuprofile]`.
import { writeFileSync } from 'node:fs'
import { startClient, startServerChild } from './harness/client-processes.mjs'
import { report } from './harness/profile-report.mjs'
import { clientRows, fillForClients } from './payload/client-operations.mjs'

const [operation = '', name = 'apimachinery', times, file] = process.argv.slice(2)
const row = clientRows.find((each) => each[1] === operation)
if (row === undefined) throw new Error(`operations: ${clientRows.map((each) => each[1]).join(', ')}`)
const count = times === undefined ? row[2] : Number(times)

const ports = await Promise.all([startServerChild('api-server', ['memory']), startServerChild('exec-server')])
await fillForClients(ports[0])
const client = await startClient(name, ports)
for (let turn = 0; turn < 6; turn++) {
  const { cpu, wall } = await client.measure(operation, count)
  console.log(`${(cpu / count).toFixed(1)} µs CPU, ${(wall / count).toFixed(1)} µs for one`)
}
const profile = await client.profile(operation, count * 2)
if (file !== undefined) writeFileSync(file, JSON.stringify(profile))
report(profile)
process.exit()
