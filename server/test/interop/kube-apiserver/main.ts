/**
 * Builds, starts and compares with real kube-apiservers; README.md beside this file.
 *
 * npm run kube-apiserver -w server -- COMMAND RELEASE [FLAGS OF BOTH SERVERS]
 */
import { releaseOf } from 'apimachinery/api/releases'
import { differences } from '../../../../scripts/cases/differences.js'
import { buildKubeAPIServer } from './build-kube-apiserver.js'
import { readDocuments } from './documents.js'
import { KubeAPIServer } from './kube-apiserver.js'
import { startOurs, startUpstream, type TargetOptions } from './target.js'

const [command = '', name = '', ...flags] = process.argv.slice(2)

async function build(options: TargetOptions): Promise<void> {
  console.log(await buildKubeAPIServer(options.release))
}

async function start({ release, flags = [] }: TargetOptions): Promise<void> {
  const server = await KubeAPIServer.start({ program: await buildKubeAPIServer(release), flags })
  console.log(server.url)
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  await server.stop()
}

async function documents(options: TargetOptions): Promise<void> {
  const [upstream, ours] = await Promise.all([startUpstream(options), startOurs(options)])
  try {
    const expected = await readDocuments(upstream)
    const given = await readDocuments(ours)
    let differing = 0
    for (const path of new Set([...expected.keys(), ...given.keys()])) {
      const wanted = sorted(expected.get(path))
      const got = sorted(given.get(path))
      if (JSON.stringify(wanted) === JSON.stringify(got)) continue
      differing += 1
      console.log([path, ...differences(wanted, got).map((line) => `    ${line}`)].join('\n'))
    }
    console.log(`${differing} of ${expected.size} documents differ`)
  } finally {
    await Promise.all([upstream.stop(), ours.stop()])
  }
}

/** Fields of objects have no order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}

const commands: Readonly<Record<string, (options: TargetOptions) => Promise<void>>> = { build, start, documents }
const run = commands[command]
if (run === undefined || name === '') {
  console.error(`usage: npm run kube-apiserver -w server -- ${Object.keys(commands).join('|')} RELEASE [FLAGS]`)
  process.exit(2)
}
await run({ release: releaseOf(name), flags })
