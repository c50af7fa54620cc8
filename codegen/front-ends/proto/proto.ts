import protobuf from 'protobufjs'
import { messageOf } from '../../../src/errors/message-of.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceText } from '../../diagnostics/source-span.js'
import { builtInPackages, isBuiltIn } from '../../external/built-in-packages.js'
import { sourceDigest } from '../../input/source-digest.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import { typeMeta } from '../../ir/type-ref.js'
import { packagePath } from './proto-names.js'
import { type ProtoFile, ProtoPackage } from './proto-package.js'

/** Input of the front end. */
export interface ProtoInput {
  readonly source: string
  readonly files: readonly SourceText[]
  /** API group of packages whose messages are kinds; protobuf does not say it. */
  readonly group?: string | undefined
  /** Version; without it the last part of the protobuf package. */
  readonly version?: string | undefined
}

/** As `readProto`, with the parser at hand. */
export async function parseProto(input: ProtoInput, diagnostics: Diagnostics): Promise<ApiModel> {
  const files = input.files.flatMap((source) => parse(source, diagnostics))
  const byPackage = new Map<string, ProtoFile[]>()
  for (const file of files) byPackage.set(file.name, [...(byPackage.get(file.name) ?? []), file])
  const external = await externalPackages(files)
  const packages = [...byPackage].map(([name, own]) => {
    const digest = sourceDigest(own.map(({ source }) => source.text))
    return new ProtoPackage({ name, files: own, digest, group: input.group, version: input.version })
  })
  const known = [...packages.map((each) => each.package), ...external]
  for (const each of packages) each.read(known, diagnostics)
  return { source: input.source, packages: known }
}

function parse(source: SourceText, diagnostics: Diagnostics): ProtoFile[] {
  try {
    const { root, package: name = '' } = protobuf.parse(source.text, new protobuf.Root(), {
      keepCase: true,
      alternateCommentMode: true,
    })
    const lost = /\b__proto__\s*=\s*\d/.exec(source.text)
    if (lost !== null) {
      const span = { source, start: lost.index, end: lost.index + '__proto__'.length }
      diagnostics.error('proto-name', 'a field called __proto__ cannot be read', span)
    }
    const found = name === '' ? root : root.lookup(name)
    return [{ name, source, scope: found instanceof protobuf.Namespace ? found : root }]
  } catch (error) {
    const message = messageOf(error)
    const line = Number(/\(line (\d+)\)/.exec(message)?.[1] ?? 1)
    const start =
      source.text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0)
    const end = source.text.indexOf('\n', start)
    const text = message.replace(/ ?\((?:[^()]*, )?line \d+\)/, '')
    diagnostics.error('proto-syntax', text, { source, start, end: end < 0 ? source.text.length : end })
    return []
  }
}

/** Packages of this library that the files import, unless they are themselves in the input. */
async function externalPackages(files: readonly ProtoFile[]): Promise<ApiPackage[]> {
  const own = new Set(files.map(({ name }) => packagePath(name)))
  const imported = files.flatMap(({ source }) =>
    [...source.text.matchAll(/^\s*import\s+(?:public\s+)?"([^"]+)\/[^/"]+\.proto"/gm)].map(([, path = '']) => path),
  )
  const wanted = [typeMeta.package, ...imported].filter((path) => !own.has(path) && isBuiltIn(path))
  return (await builtInPackages(wanted)).filter(({ path }) => !own.has(path))
}
