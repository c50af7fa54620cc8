import { join, resolve } from 'node:path'
import { newestRelease, releaseOf, releases } from 'apimachinery/api/releases'
import { messageOf } from 'apimachinery/errors'
import { type FlagGroup, helpText, parseFlags, UsageError } from '../../flags/flag.js'
import { writeAssets } from './assets-folder.js'
import { ownCommand } from './own-command.js'
import { programs } from './programs.js'

const usage = `Usage: apimachinery-server envtest-assets [DIR] [flags]

Fills a folder for KUBEBUILDER_ASSETS with programs named kube-apiserver and etcd, which controller-runtime's envtest starts: this
server, with its objects in memory. DIR is the folder itself; without it the folder is that of setup-envtest below --bin-dir.

  export KUBEBUILDER_ASSETS="$(apimachinery-server envtest-assets --print path)"
  go test ./...`

const groups: readonly FlagGroup[] = [
  {
    title: 'Flags',
    flags: [
      { name: 'help', kind: 'boolean', help: 'Print this text.' },
      {
        name: 'bin-dir',
        kind: 'string',
        help: "setup-envtest's folder; its `use --installed-only` finds the programs there. Default: the one of setup-envtest, kubebuilder-envtest in the user's data folder.",
      },
      { name: 'etcd', kind: 'string', help: 'Program of an etcd to keep the objects in, instead of memory.' },
      {
        name: 'release',
        kind: 'string',
        help: `Release of Kubernetes to answer as, of which setup-envtest's folder has the name: ${releases.map(({ name }) => name).join(', ')}.`,
        fallback: newestRelease.name,
      },
      {
        name: 'record',
        kind: 'string',
        help: 'Folder that gets a file for each start, with all requests and their answers as audit events, one in a line.',
      },
      { name: 'print', kind: 'string', help: 'What to print: overview, path or env.', fallback: 'overview' },
    ],
  },
]

/** Writes the folder that the arguments name, and prints what there is. Throws `UsageError`. */
export async function envtestAssets(args: readonly string[]): Promise<void> {
  const [first = ''] = args
  const given = first.startsWith('-') || first === '' ? undefined : first
  const flags = parseFlags(groups, given === undefined ? args : args.slice(1))
  if (flags.get('help') === true) {
    process.stdout.write(helpText(usage, groups))
    return
  }
  if (process.platform === 'win32')
    throw new UsageError('envtest-assets writes programs for a shell: use WSL on Windows')
  const text = (name: string): string | undefined => flags.get(name) as string | undefined
  const { emulated, version } = answeredRelease(text('release') ?? newestRelease.name)
  const place = given === undefined ? installedFolder(version, text('bin-dir')) : resolve(given)
  const shown = text('print') ?? 'overview'
  if (!Object.hasOwn(formats, shown)) throw new UsageError('--print: must be overview, path or env')
  const record = text('record')
  const etcd = text('etcd')
  const found = programs(place)
  const names = writeAssets(place, {
    command: await ownCommand(),
    record: record === undefined ? undefined : resolve(record),
    emulated,
    etcd: etcd === undefined ? undefined : (found(etcd) ?? missing('--etcd', etcd)),
    kubectl: found('kubectl'),
  })
  process.stdout.write(formats[shown as keyof typeof formats](place, { version, names }))
}

interface Written {
  readonly version: string
  readonly names: readonly string[]
}

/** The formats of setup-envtest's `--print`. */
const formats = {
  overview: (folder: string, { version, names }: Written) =>
    `Version: ${version}\nOS/Arch: ${platform()}\nPrograms: ${names.join(', ')}\nPath: ${folder}\n\n  export KUBEBUILDER_ASSETS='${folder}'\n`,
  path: (folder: string) => folder,
  env: (folder: string) => `export KUBEBUILDER_ASSETS='${folder}'\n`,
} as const

/** Where setup-envtest looks for the programs of a version. Source: `Store` of sigs.k8s.io/controller-runtime/tools/setup-envtest. */
function installedFolder(version: string, binDir: string | undefined): string {
  const name = `${version}-${platform().replace('/', '-')}`
  return join(binDir === undefined ? defaultFolder() : resolve(binDir), 'k8s', name)
}

function defaultFolder(): string {
  const { XDG_DATA_HOME: data = '', HOME: home = '' } = process.env
  if (process.platform === 'darwin') return join(home, 'Library/Application Support/io.kubebuilder.envtest')
  return join(data === '' ? join(home, '.local/share') : data, 'kubebuilder-envtest')
}

/** As Go names operating system and processor. */
function platform(): string {
  return `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`
}

/** What the server answers as, where that is not what it does anyway, and the version that it has for setup-envtest: of the patch that was asked for. */
function answeredRelease(text: string): { readonly emulated: string | undefined; readonly version: string } {
  try {
    const release = releaseOf(text)
    const version = /\d+\.\d+\.\d+$/.exec(text)?.[0] ?? release.version
    return { emulated: release === newestRelease ? undefined : release.name, version }
  } catch (error) {
    throw new UsageError(`--release: ${messageOf(error)}`)
  }
}

function missing(flag: string, name: string): never {
  throw new UsageError(`${flag}: there is no program ${JSON.stringify(name)}`)
}
