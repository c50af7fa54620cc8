import { MachineryError } from 'apimachinery/errors'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { OpenAPIDocument, OpenAPISchema } from '../discovery/openapi-v3-client.js'

/** What to explain. */
export interface ExplainOptions {
  readonly gvk: GroupVersionKind
  /** Names of fields, from the kind downwards. */
  readonly fields: readonly string[]
  /** Show all fields below, without their descriptions. */
  readonly recursive?: boolean | undefined
}

/**
 * The documentation of a kind or a field, as `kubectl explain` writes it. @throws MachineryError for an unknown field
 */
export function explain(schema: OpenAPISchema, document: OpenAPIDocument, options: ExplainOptions): string {
  const { gvk, fields, recursive = false } = options
  const reader = new SchemaReader(document)
  let current = reader.resolve(schema)
  let declared = schema
  for (const name of fields) {
    const next = reader.properties(current).get(name)
    if (next === undefined) throw new MachineryError('InvalidRequest', `field "${name}" does not exist`)
    declared = next
    current = reader.resolve(reader.element(next))
  }
  const lines = [
    ...(gvk.group === '' ? [] : [`GROUP:      ${gvk.group}`]),
    `KIND:       ${gvk.kind}`,
    `VERSION:    ${gvk.version}`,
    '',
  ]
  const last = fields.at(-1)
  if (last !== undefined) lines.push(`FIELD: ${last} <${reader.typeName(declared)}>`, '')
  lines.push('DESCRIPTION:', indent(description(declared, current), 4))
  const properties = reader.properties(current)
  if (properties.size > 0) {
    lines.push('', 'FIELDS:')
    const required = new Set((current.required ?? []) as string[])
    for (const name of [...properties.keys()].sort()) {
      lines.push(
        ...fieldLines(reader, {
          name,
          schema: properties.get(name)!,
          required,
          depth: 0,
          recursive,
          path: [],
        }),
      )
    }
  }
  return `${lines.join('\n')}\n\n`
}

interface FieldFacts {
  readonly name: string
  readonly schema: OpenAPISchema
  readonly required: ReadonlySet<string>
  readonly depth: number
  readonly recursive: boolean
  /** Schemas above, so that those that hold themselves end. */
  readonly path: readonly OpenAPISchema[]
}

function fieldLines(reader: SchemaReader, { name, schema, required, depth, recursive, path }: FieldFacts): string[] {
  const spaces = '  '.repeat(depth + 1)
  const head = `${spaces}${name}\t<${reader.typeName(schema)}>${required.has(name) ? ' -required-' : ''}`
  const below = reader.resolve(reader.element(schema))
  if (!recursive) return [head, indent(description(schema, reader.resolve(schema)), 4), '']
  const choices = (schema.enum ?? []) as unknown[]
  const lines = choices.length === 0 ? [head] : [head, `${spaces}enum: ${choices.map(String).join(', ')}`]
  if (path.includes(below)) return lines
  const inner = reader.properties(below)
  const innerRequired = new Set((below.required ?? []) as string[])
  return [
    ...lines,
    ...[...inner.keys()].sort().flatMap((each) =>
      fieldLines(reader, {
        name: each,
        schema: inner.get(each)!,
        required: innerRequired,
        depth: depth + 1,
        recursive,
        path: [...path, below],
      }),
    ),
  ]
}

function description(declared: OpenAPISchema, resolved: OpenAPISchema): string {
  const text = declared.description ?? resolved.description
  return typeof text === 'string' && text !== '' ? text : '<empty>'
}

/** Text in lines of 76 columns, indented. */
function indent(text: string, spaces: number): string {
  const width = 80 - spaces
  const lines = text.split('\n').flatMap((paragraph) => {
    const words = paragraph.split(/\s+/).filter((word) => word !== '')
    const found: string[] = []
    let line = ''
    for (const word of words) {
      if (line !== '' && line.length + 1 + word.length > width) {
        found.push(line)
        line = word
      } else line = line === '' ? word : `${line} ${word}`
    }
    return [...found, line]
  })
  return lines.map((line) => (line === '' ? '' : ' '.repeat(spaces) + line)).join('\n')
}

class SchemaReader {
  readonly #schemas: Readonly<Record<string, OpenAPISchema>>

  constructor(document: OpenAPIDocument) {
    this.#schemas = document.components?.schemas ?? {}
  }

  /** A schema with its references resolved. */
  resolve(schema: OpenAPISchema): OpenAPISchema {
    let current = schema
    for (let steps = 0; steps < 32; steps++) {
      const name = referenceOf(current)
      const next = name !== undefined && Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : undefined
      if (next === undefined) return current
      current = next
    }
    return current
  }

  /** The element schema of lists and maps; other schemas themselves. */
  element(schema: OpenAPISchema): OpenAPISchema {
    const resolved = this.resolve(schema)
    const inner = resolved.items ?? resolved.additionalProperties
    return typeof inner === 'object' && inner !== null ? this.element(inner as OpenAPISchema) : schema
  }

  properties(schema: OpenAPISchema): ReadonlyMap<string, OpenAPISchema> {
    return new Map(Object.entries((schema.properties ?? {}) as Record<string, OpenAPISchema>))
  }

  /** `string`, `[]Container`, `map[string]string`. */
  typeName(schema: OpenAPISchema): string {
    const name = referenceOf(schema)
    const resolved = this.resolve(schema)
    if (resolved.type === 'array') return `[]${this.typeName((resolved.items ?? {}) as OpenAPISchema)}`
    if (typeof resolved.additionalProperties === 'object' && resolved.additionalProperties !== null) {
      return `map[string]${this.typeName(resolved.additionalProperties as OpenAPISchema)}`
    }
    if (name !== undefined && resolved.type === 'object') return name.split('.').at(-1) ?? name
    return typeof resolved.type === 'string' ? (resolved.type === 'object' ? 'Object' : resolved.type) : 'Object'
  }
}

function referenceOf(schema: OpenAPISchema): string | undefined {
  const [only] = Array.isArray(schema.allOf) ? (schema.allOf as OpenAPISchema[]) : []
  const reference = schema.$ref ?? only?.$ref
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined
}
