import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { newestRelease } from 'apimachinery/api/releases'
import { type FlagGroup, helpText, parseFlags, UsageError } from '../../flags/flag.js'
import { writeAssets } from './assets-folder.js'
import { ownCommand } from './own-command.js'

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
  const place = given === undefined ? installedFolder(text('bin-dir')) : resolve(given)
  const shown = text('print') ?? 'overview'
  if (!Object.hasOwn(formats, shown)) throw new UsageError('--print: must be overview, path or env')
  const record = text('record')
  const etcd = text('etcd')
  const names = writeAssets(place, {
    command: await ownCommand(),
    record: record === undefined ? undefined : resolve(record),
    etcd: etcd === undefined ? undefined : program('--etcd', etcd),
    kubectl: inPath('kubectl'),
  })
  process.stdout.write(formats[shown as keyof typeof formats](place, names))
}

/** The formats of setup-envtest's `--print`. */
const formats = {
  overview: (folder: string, names: readonly string[]) =>
    `Version: ${newestRelease.version}\nOS/Arch: ${platform()}\nPrograms: ${names.join(', ')}\nPath: ${folder}\n\n  export KUBEBUILDER_ASSETS='${folder}'\n`,
  path: (folder: string) => folder,
  env: (folder: string) => `export KUBEBUILDER_ASSETS='${folder}'\n`,
} as const

/** Where setup-envtest looks for the programs of a version. Source: `Store` of sigs.k8s.io/controller-runtime/tools/setup-envtest. */
function installedFolder(binDir: string | undefined): string {
  const name = `${newestRelease.version}-${platform().replace('/', '-')}`
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

function program(flag: string, name: string): string {
  const found = name.includes('/') ? executable(resolve(name)) : inPath(name)
  if (found === undefined) throw new UsageError(`${flag}: there is no program ${JSON.stringify(name)}`)
  return found
}

function inPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => executable(resolve(folder, name))).find((file) => file !== undefined)
}

function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return undefined
  }
}
