import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '../../src/errors/message-of.js'
import { declaredRules } from '../back-ends/declared/declared-rules.js'
import { Diagnostics, formatDiagnostic, GenerationError } from '../diagnostics/diagnostic.js'
import { readApiDocs } from '../docs/api-docs.js'
import { featureGateSnapshots, featureGates } from '../generate-feature-gates.js'
import { internalTypeSnapshots, internalTypes } from '../generate-internal-types.js'
import {
  kubernetesClients,
  kubernetesFiles,
  readReleases,
  snapshotFiles,
  snapshotFolder,
} from '../generate-kubernetes.js'
import { servedApiSnapshots, servedApis } from '../generate-served-apis.js'
import type { OutputFile } from '../output/output-file.js'
import { compareFiles, writeFiles } from '../output/write-files.js'
import { bootstrapPolicyFile, bootstrapPolicySnapshot } from '../profiles/bootstrap-policy.js'
import { columnTextsFile, columnTextsSnapshot } from '../profiles/column-texts.js'
import { kindLists } from '../profiles/kind-lists.js'
import { kubernetesOwned } from '../profiles/kubernetes-layout.js'
import { declaredReleases } from '../releases/declared-releases.js'
import { moduleVersion, moduleVersions } from '../releases/release-model.js'
import { argumentProblem } from './argument-problem.js'
import type { CommandIO } from './command-io.js'
import { generateFrom, isSourceName } from './generate-from.js'

export type { CommandIO }

const usage = `usage: apimachinery generate crd|openapi|proto|ts|go -i PATH… -o DIR [options]
       apimachinery generate kubernetes [options]

apimachinery generate crd --help describes one source. Options of kubernetes, which writes
the built-in types of this package in a clone of it:

  --modules DIR     folder with Go modules (go env GOMODCACHE): read Go source instead of the snapshots
  --release X.Y.Z   one release of k8s.io/api alone (all of ${moduleVersions.join(', ')})
  --snapshots DIR   folder of the snapshots to read, or with --modules to write (codegen/snapshots)
  --out DIR         where to write (src)
  --check           write nothing; fail when anything would change`

/** Runs `apimachinery generate`; the answer is the exit code. */
export async function generate(args: readonly string[], io: CommandIO): Promise<number> {
  try {
    const [verb, ...rest] = args
    if (isSourceName(verb)) return await generateFrom(verb, rest, io)
    return await run(args, io)
  } catch (error) {
    const problem = argumentProblem(error)
    if (problem === undefined) {
      io.err(`apimachinery generate: ${messageOf(error)}`)
      return 1
    }
    const [source] = args
    const call = isSourceName(source) ? `generate ${source}` : 'generate'
    io.err(`apimachinery ${call}: ${problem}; apimachinery ${call} --help tells what it takes`)
    return 2
  }
}

async function run(args: readonly string[], io: CommandIO): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      modules: { type: 'string' },
      release: { type: 'string' },
      snapshots: { type: 'string' },
      out: { type: 'string' },
      check: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) {
    io.out(usage)
    return 0
  }
  if (positionals[0] !== 'kubernetes') {
    io.err(
      positionals[0] === undefined ? usage : `apimachinery generate: unknown source "${positionals[0]}"\n\n${usage}`,
    )
    return 2
  }
  const snapshots = resolve(io.cwd, values.snapshots ?? 'codegen/snapshots')
  const diagnostics = new Diagnostics()
  const modules = values.modules === undefined ? undefined : resolve(io.cwd, values.modules)
  const models = await readReleases({ modules, snapshots, release: values.release }, diagnostics)
  for (const item of diagnostics.items) io.err(formatDiagnostic(item))
  if (diagnostics.hasErrors) throw new GenerationError([])
  const out = resolve(io.cwd, values.out ?? 'src')
  const { model } = models.at(-1)!
  const types = kubernetesFiles(models, readApiDocs(resolve(io.cwd, 'codegen/docs')))
  if (modules !== undefined && values.out === undefined && values.check !== true) {
    writeFiles(snapshots, await featureGateSnapshots(modules, values.release))
    writeFiles(snapshots, await internalTypeSnapshots(modules))
    writeFiles(snapshots, servedApiSnapshots(modules, models))
    writeFiles(snapshots, [columnTextsSnapshot(modules)])
  }
  const own = () => [
    ...kindLists(model, out),
    ...declaredRules(declaredReleases(models)),
    featureGates(snapshots),
    internalTypes(snapshots),
    servedApis(snapshots, models),
    columnTextsFile(snapshots),
  ]
  const files = [...types, ...(values.out === undefined ? own() : [])]
  const clients = kubernetesClients(model)
  const clientFolder = resolve(out, '../client/src/clientset')
  const serverFolder = resolve(out, '../server/src')
  const ownFiles =
    values.out === undefined ? await serverFiles(serverFolder, resolve(io.cwd, 'codegen/snapshots'), modules) : []
  if (values.check === true) {
    if (check(out, files, io) !== 0) return 1
    return values.out === undefined ? check(clientFolder, clients, io) || check(serverFolder, ownFiles, io) : 0
  }
  if (modules !== undefined && (values.snapshots !== undefined || values.out === undefined)) {
    for (const each of models)
      writeFiles(snapshotFolder(snapshots, moduleVersion(each.release)), snapshotFiles(each.model))
  }
  writeFiles(out, files, kubernetesOwned)
  if (values.out === undefined) writeFiles(clientFolder, clients)
  writeFiles(serverFolder, ownFiles)
  io.out(`${files.length} files in ${values.out ?? 'src'}`)
  return 0
}

/** What the server has of generated files. The parser of `.proto` files is not installed with the package. */
async function serverFiles(
  serverFolder: string,
  snapshots: string,
  modules: string | undefined,
): Promise<readonly OutputFile[]> {
  const { wireProtocols } = await import('../profiles/wire-protocols.js')
  if (modules !== undefined) writeFiles(snapshots, [await bootstrapPolicySnapshot(modules)])
  return [...wireProtocols(serverFolder), bootstrapPolicyFile(snapshots)]
}

function check(out: string, files: readonly OutputFile[], io: CommandIO): number {
  const differences = compareFiles(out, files, kubernetesOwned)
  for (const { path, reason } of differences) io.err(`${path}: ${reason}`)
  return differences.length === 0 ? 0 : 1
}
