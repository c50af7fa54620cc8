import type { ScalarKind } from '../../../src/descriptor/types.js'
import type { TypeRef } from '../../ir/type-ref.js'
import type { ModuleWriter } from './module-writer.js'

const scalarTexts: Readonly<Record<ScalarKind, string>> = {
  string: 'string',
  bool: 'boolean',
  int32: 'number',
  int64: 'number',
  uint32: 'number',
  uint64: 'number',
  float: 'number',
  double: 'number',
  bytes: 'string',
  time: 'string',
  microTime: 'string',
  duration: 'string',
  quantity: 'string',
  intOrString: 'number | string',
  rawExtension: 'gen.RawJSON',
  fieldsV1: 'gen.JSONObject',
  json: 'gen.JSONValue',
  any: 'gen.JSONValue',
}

/** Writes a type as TypeScript sees it. Kinds below other kinds are plain data; only list items are instances. */
export function typeText(ref: TypeRef, writer: ModuleWriter, items: boolean = false): string {
  switch (ref.form) {
    case 'scalar': {
      const text = scalarTexts[ref.scalar]
      if (text.startsWith('gen.')) writer.contract()
      return text
    }
    case 'list': {
      const element = typeText(ref.element, writer, items)
      return `${/[|&]/.test(element) ? `(${element})` : element}[]`
    }
    case 'map':
      return `{ [key: string]: ${typeText(ref.value, writer)} }`
    case 'variant': {
      const schema = typeText(ref.schema, writer)
      if (ref.shape === 'orBool') return `${schema} | boolean`
      return ref.shape === 'orArray' ? `${schema} | ${schema}[]` : `${schema} | string[]`
    }
    case 'named': {
      const located = writer.context.index.lookup(ref)
      if (located === undefined) throw new Error(`unknown type ${ref.package}#${ref.name}`)
      const name = `${writer.qualifier(located.package)}${ref.name}`
      const target = writer.context.index.struct(ref)
      if (target?.declaration.kind === undefined || items) return name
      return `${writer.contract()}.ObjectInit<${name}>`
    }
  }
}
