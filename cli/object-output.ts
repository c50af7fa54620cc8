import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import type { OutputFormat } from './formats.js'
import { UsageError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/** Where the objects of a run go: one after another to standard output, or a file each. */
export interface ObjectOutput {
  /** Writes one encoded object. */
  write(object: KubernetesObject, data: Uint8Array): void
  /** Writes buffered output. Called once, after the last object. */
  end(): void
}

/** Makes the output of a run; with `folder`, each object becomes a file named after its kind, namespace and name. */
export function objectOutput(format: OutputFormat, folder: string | undefined, io: CommandIO): ObjectOutput {
  return folder === undefined ? streamOutput(format, io) : folderOutput(format, resolve(io.cwd, folder))
}

function streamOutput(format: OutputFormat, io: CommandIO): ObjectOutput {
  return format.text ? textOutput(format, io) : singleOutput(format, io)
}

function textOutput(format: OutputFormat, io: CommandIO): ObjectOutput {
  let count = 0
  return {
    write: (_object, data) => {
      count++
      if (count > 1 && format.name === 'yaml') io.write('---\n')
      io.write(data)
      if (data.at(-1) !== 0x0a) io.write('\n')
    },
    end: () => undefined,
  }
}

/** Nothing is written before it is known that there is one object only: half an answer looks like one. */
function singleOutput(format: OutputFormat, io: CommandIO): ObjectOutput {
  let held: Uint8Array | undefined
  return {
    write: (_object, data) => {
      if (held !== undefined) {
        throw new UsageError(`-o ${format.name}: several objects cannot share one stream: give --output-dir FOLDER`, 1)
      }
      held = data
    },
    end: () => {
      if (held !== undefined) io.write(held)
    },
  }
}

function folderOutput(format: OutputFormat, folder: string): ObjectOutput {
  mkdirSync(folder, { recursive: true })
  const taken = new Set<string>()
  return {
    write: (object, data) => {
      const name = freeName(fileStem(object), taken)
      writeFileSync(join(folder, name + format.ending), data)
    },
    end: () => undefined,
  }
}

function freeName(stem: string, taken: Set<string>): string {
  let name = stem
  for (let count = 2; taken.has(name); count++) name = `${stem}-${count}`
  taken.add(name)
  return name
}

/** `deployment.default.web`, of nothing but characters that are safe in a file name. */
function fileStem(object: KubernetesObject): string {
  const { metadata } = object as { metadata?: { name?: unknown; namespace?: unknown } }
  const parts = [groupVersionKindOf(object).kind.toLowerCase(), metadata?.namespace, metadata?.name]
  const named = parts.filter((part): part is string => typeof part === 'string' && part !== '')
  return named.join('.').replace(/[^a-zA-Z0-9.-]/g, '-')
}
