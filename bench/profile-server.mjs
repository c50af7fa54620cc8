// Profiles the server while it answers the requests of one row: `node bench/profile-server.mjs TITLE [TIMES] [FILE.cpuprofile]`.
import { writeFileSync } from 'node:fs'
import { report } from './harness/profile-report.mjs'
import { requestCost, startFilledServer } from './harness/server-cost.mjs'
import { readRows, writeRows } from './payload/server-requests.mjs'

const [title = '', times, file] = process.argv.slice(2)
const row = [...readRows, ...writeRows].find((each) => each.title.includes(title))
if (row === undefined) throw new Error(`no row has ${title} in its title`)

const context = await startFilledServer('memory', undefined, { pods: 1000 })
await requestCost(context, row, 16)
const measured = { ...row, times: times === undefined ? row.times * 2 : Number(times) }
const profile = await context.server.profile(() => requestCost(context, measured, 16))
if (file !== undefined) writeFileSync(file, JSON.stringify(profile))
report(profile)
await context.server.stop()
