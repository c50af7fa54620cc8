// Rolls Deployments out in this process and prints what it costs: node rollouts.mjs [held]
import { loadEntry } from '../harness/modules.mjs'
import { loadServerEntry } from '../harness/server-modules.mjs'
import { rollOut } from '../payload/rollouts.mjs'

const { TestServer } = await loadServerEntry('./testing')
const { Deployment } = await loadEntry('./api/apps/v1')
const { FakeClock } = await loadEntry('./testing')

const clock = process.argv[2] === 'held' ? new FakeClock() : undefined
console.log(JSON.stringify(await rollOut({ TestServer, Deployment, clock })))
