import { chmodSync, copyFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordPolicy } from './record-policy.js'

/** What the programs of a folder do. */
export interface AssetsOptions {
  /** The words that start this command. */
  readonly command: readonly string[]
  /** Where objects are kept: by the API server in memory, or in the etcd whose program this is. */
  readonly etcd?: string | undefined
  /** The release that the API server answers as, `major.minor`, where it is not the newest. */
  readonly emulated?: string | undefined
  /** The folder that gets a file of requests for each start. */
  readonly record?: string | undefined
  /** kubectl, to which the folder gets a link. */
  readonly kubectl?: string | undefined
}

/**
 * Writes `kube-apiserver`, `etcd` and `kubectl` into a folder; gives their names. What is there of these names is replaced, each at once, so
 * that tests which run meanwhile find the one or the other. Without a kubectl the folder gets one that says what is missing.
 */
export function writeAssets(folder: string, options: AssetsOptions): readonly string[] {
  mkdirSync(folder, { recursive: true })
  const { command, etcd, kubectl } = options
  const start = command.map(quoted).join(' ')
  const store = etcd === undefined ? ' --memory' : ''
  writeProgram(join(folder, 'kube-apiserver'), `${ownFlags(folder, options)}exec ${start}${store} "$@"\n`)
  if (etcd === undefined) writeProgram(join(folder, 'etcd'), `exec ${start} etcd-stand-in "$@"\n`)
  else linkProgram(etcd, join(folder, 'etcd'))
  if (kubectl === undefined) writeProgram(join(folder, 'kubectl'), missingKubectl)
  else linkProgram(kubectl, join(folder, 'kubectl'))
  return kubectl === undefined ? ['kube-apiserver', 'etcd'] : ['kube-apiserver', 'etcd', 'kubectl']
}

/** envtest looks for the program in this folder alone, and setup-envtest takes no folder without it. */
const missingKubectl = `echo 'kubectl was not in PATH when apimachinery-server envtest-assets ran: install it, and run that again' >&2
exit 127
`

/** The lines that put flags before those of the suite. */
function ownFlags(folder: string, { record, emulated }: AssetsOptions): string {
  const recorded = record === undefined ? '' : unlessGiven('--audit-', recording(folder, record))
  return recorded + (emulated === undefined ? '' : unlessGiven('--emulated-version', `--emulated-version=${emulated}`))
}

/** Words for a start whose suite has no flags that begin so: it keeps its own. */
function unlessGiven(flags: string, words: string): string {
  return `case " $* " in *" ${flags}"*) ;; *) set -- ${words} "$@" ;; esac\n`
}

/** The flags that choose a file for the requests of one start, named after its time, the folder of the test, and its process. */
function recording(folder: string, record: string): string {
  mkdirSync(record, { recursive: true })
  const policy = join(folder, 'record-policy.yaml')
  writeFileSync(policy, recordPolicy)
  const log = `${quoted(`${record}/`)}"$(date +%Y%m%dT%H%M%S)-\${PWD##*/}-$$.jsonl"`
  return `--audit-policy-file=${quoted(policy)} --audit-log-path=${log}`
}

function writeProgram(path: string, lines: string): void {
  replace(path, (made) => {
    writeFileSync(made, `#!/bin/sh\n${lines}`)
    chmodSync(made, 0o755)
  })
}

/** A link, or a copy where the file system has no links. */
function linkProgram(program: string, path: string): void {
  replace(path, (made) => {
    try {
      symlinkSync(program, made)
    } catch {
      copyFileSync(program, made)
    }
  })
}

/** Makes a file beside its place, and moves it there. */
function replace(path: string, make: (made: string) => void): void {
  const made = `${path}.${process.pid}`
  make(made)
  renameSync(made, path)
}

/** One word of a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
