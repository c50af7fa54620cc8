import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordPolicy } from './record-policy.js'

/** What the programs of a folder do. */
export interface AssetsOptions {
  /** The words that start this command. */
  readonly command: readonly string[]
  /** Where objects are kept: by the API server in memory, or in the etcd whose program this is. */
  readonly etcd?: string | undefined
  /** The folder that gets a file of requests for each start. */
  readonly record?: string | undefined
  /** kubectl, to which the folder gets a link. */
  readonly kubectl?: string | undefined
}

/** Writes `kube-apiserver`, `etcd` and, where it is known, `kubectl` into a folder; gives their names. What is there of these names is replaced. */
export function writeAssets(folder: string, { command, etcd, record, kubectl }: AssetsOptions): readonly string[] {
  mkdirSync(folder, { recursive: true })
  const names = ['kube-apiserver', 'etcd', ...(kubectl === undefined ? [] : ['kubectl'])]
  for (const name of names) rmSync(join(folder, name), { force: true })
  const start = command.map(quoted).join(' ')
  const audit = record === undefined ? '' : recording(folder, record)
  const store = etcd === undefined ? ' --memory' : ''
  writeProgram(join(folder, 'kube-apiserver'), `${audit}exec ${start}${store} "$@"\n`)
  if (etcd === undefined) writeProgram(join(folder, 'etcd'), `exec ${start} etcd-stand-in "$@"\n`)
  else linkProgram(etcd, join(folder, 'etcd'))
  if (kubectl !== undefined) linkProgram(kubectl, join(folder, 'kubectl'))
  return names
}

/** The lines that choose a file for the requests of one start. A suite that has an audit log of its own keeps it. */
function recording(folder: string, record: string): string {
  mkdirSync(record, { recursive: true })
  const policy = join(folder, 'record-policy.yaml')
  writeFileSync(policy, recordPolicy)
  const log = `${quoted(`${record}/`)}"$(date +%Y%m%dT%H%M%S)-$$.jsonl"`
  return [
    'case " $* " in',
    '  *" --audit-"*) ;;',
    `  *) set -- --audit-policy-file=${quoted(policy)} --audit-log-path=${log} "$@" ;;`,
    'esac\n',
  ].join('\n')
}

function writeProgram(path: string, lines: string): void {
  writeFileSync(path, `#!/bin/sh\n${lines}`)
  chmodSync(path, 0o755)
}

/** A link, or a copy where the file system has no links. */
function linkProgram(program: string, path: string): void {
  try {
    symlinkSync(program, path)
  } catch {
    copyFileSync(program, path)
  }
}

/** One word of a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
