// Replays a folder of recorded cases through the library: `npm run cases -- FOLDER [--only FILE] [--group G] [--show N] [--missing]`
// [--release 1.36].
// With `--server URL --token TOKEN` creations and updates go to a server that runs, with `--record FOLDER` all requests do, and its
// answers are written there. With `--random COUNT [--seed S]` these are requests that are made of those of the folder.
import { parseArgs } from 'node:util'
import { newestRelease, releaseOf } from '../../src/api/releases/release.js'
import { caseFiles } from './case-files.js'
import type { CaseLine } from './case-line.js'
import { clusterOf } from './cluster.js'
import { randomLines, templatesIn } from './random-lines.js'
import { recordCases, recordersFor, recordRandom } from './record.js'
import { replayersOf } from './replayers.js'
import { Report } from './report.js'
import { RunningCluster, type Send } from './running-cluster.js'
import { RunningObjects, tableType } from './running-objects.js'
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
    record: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const [folder] = positionals
if (folder === undefined || (values.record !== undefined && values.server === undefined)) {
  console.error(
    'usage: npm run cases -- FOLDER [--only FILE] [--group GROUP] [--kind RESOURCE] [--show N] [--missing] [--release RELEASE] [--server URL --token TOKEN [--record FOLDER [--random COUNT --seed SEED]]]',
  )
  process.exit(2)
}

function isWanted({ gvr: { group, resource } }: Pick<CaseLine, 'gvr'>): boolean {
  const isOfGroup = values.group === undefined || values.group === (group === '' ? 'core' : group)
  return isOfGroup && (values.kind === undefined || values.kind === resource)
}

async function replay(cluster: RunningCluster | undefined): Promise<void> {
  const replayers = replayersOf(releaseOf(values.release))
  const report = new Report({ show: Number(values.show), missing: values.missing })
  for (const { name, lines } of caseFiles(folder as string, values.only)) {
    const writes = name === 'defaults' || name === 'validation'
    const replay = cluster !== undefined && writes ? (line: CaseLine) => cluster.replay(line) : replayers[name]
    if (replay === undefined) continue
    report.file(name)
    let number = 0
    for (const line of lines()) {
      number += 1
      if (isWanted(line)) report.add({ line, number, outcome: await replay(line) })
    }
  }
  report.print()
}

async function record(cluster: RunningCluster, send: Send): Promise<void> {
  const table = sendOverHTTPS(values.server as string, values.token, tableType)
  const recorders = recordersFor(cluster, new RunningObjects(cluster, { object: send, table }))
  if (values.random !== undefined) {
    const templates = templatesIn(caseFiles(folder as string)).filter(({ gvr }) => isWanted({ gvr }))
    const { typeOf } = clusterOf(releaseOf(values.release))
    const requests = randomLines({ templates, typeOf, seed: Number(values.seed) })
    return recordRandom(requests, Number(values.random), { target: values.record as string, recorders })
  }
  await recordCases({
    folder: folder as string,
    target: values.record as string,
    only: values.only,
    recorders,
    isWanted,
  })
}

if (values.server === undefined) await replay(undefined)
else {
  const send = sendOverHTTPS(values.server, values.token)
  const cluster = new RunningCluster(send)
  await cluster.prepare()
  await (values.record === undefined ? replay(cluster) : record(cluster, send))
}
