// Replays a folder of recorded cases through the library: `npm run cases -- FOLDER [--only FILE] [--group G] [--show N] [--missing]`
// [--release 1.36].
// With `--server URL --token TOKEN` creations and updates go to a server that runs.
import { parseArgs } from 'node:util'
import { newestRelease, releaseOf } from '../../src/api/releases/release.js'
import { caseFiles } from './case-files.js'
import type { CaseLine } from './case-line.js'
import { replayersOf } from './replayers.js'
import { Report } from './report.js'
import { RunningCluster } from './running-cluster.js'
import { sendOverHTTPS } from './send-over-https.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    group: { type: 'string' },
    show: { type: 'string', default: '0' },
    kind: { type: 'string' },
    missing: { type: 'boolean', default: false },
    release: { type: 'string', default: newestRelease.name },
    server: { type: 'string' },
    token: { type: 'string', default: 'admin-token' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error(
    'usage: npm run cases -- FOLDER [--only FILE] [--group GROUP] [--kind RESOURCE] [--show N] [--missing] [--release RELEASE] [--server URL --token TOKEN]',
  )
  process.exit(2)
}

const cluster = values.server === undefined ? undefined : new RunningCluster(sendOverHTTPS(values.server, values.token))
await cluster?.prepare()

const replayers = replayersOf(releaseOf(values.release))
const report = new Report({ show: Number(values.show), missing: values.missing })
for (const { name, lines } of caseFiles(folder, values.only)) {
  const writes = name === 'defaults' || name === 'validation'
  const replay = cluster !== undefined && writes ? (line: CaseLine) => cluster.replay(line) : replayers[name]
  if (replay === undefined) continue
  report.file(name)
  let number = 0
  for (const line of lines()) {
    number += 1
    const { group, resource } = line.gvr
    if (values.group !== undefined && values.group !== (group === '' ? 'core' : group)) continue
    if (values.kind !== undefined && values.kind !== resource) continue
    report.add({ line, number, outcome: await replay(line) })
  }
}
report.print()
