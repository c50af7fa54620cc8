import type { FieldShape } from '../../src/descriptor/build.js'
import type { FieldOptions, SchemaFacets } from '../../src/descriptor/types.js'
import type { Constant, Declaration, Field, StructDeclaration } from '../ir/declarations.js'
import type { ApiPackage } from '../ir/model.js'
import { type NamedRef, namedRef } from '../ir/type-ref.js'
import { parseTypeRef, typeRefText } from '../ir/type-ref-text.js'

type FieldTuple = [
  name: string,
  number: number,
  type: string,
  shape: FieldShape,
  options?: FieldOptions,
  more?: FieldMore,
]
type FieldMore = Pick<Field, 'sourceName' | 'featureGates'>
type ConstantTuple = [name: string, value: Constant['value'], type?: string]

interface StructRow extends Omit<StructDeclaration, 'form' | 'name' | 'fields' | 'kind' | 'options'> {
  struct: string
  fields: FieldTuple[]
  options?: StructDeclaration['options']
  kind?: Omit<NonNullable<StructDeclaration['kind']>, 'itemType'> & { itemType?: string }
}
type Row =
  | StructRow
  | { type: string; of: string; enum?: string[]; wrapped?: boolean; schema?: SchemaFacets }
  | { alias: string; target: string }

interface SnapshotFile extends Omit<ApiPackage, 'declarations' | 'constants' | 'registered'> {
  source: string
  registered: string[]
  constants: ConstantTuple[]
  declarations: Row[]
}

/** Writes a package as JSON text, one declaration a line; comments and places in the source are left out. */
export function writeSnapshot(source: string, pkg: ApiPackage): string {
  const { declarations, constants, registered, ...facts } = pkg
  const head = { source, ...facts, registered: registered.map((ref) => typeRefText(ref, pkg.path)) }
  const rows = (items: readonly unknown[]) => items.map((item) => `\n    ${JSON.stringify(item)}`).join(',')
  const constantRows = constants.map(({ name, value, type }) =>
    type === undefined ? [name, value] : [name, value, type],
  )
  const declarationRows = declarations.map((declaration) => rowOf(declaration, pkg.path))
  return `${JSON.stringify(head, undefined, 2).slice(0, -2)},
  "constants": [${rows(constantRows)}${constants.length > 0 ? '\n  ' : ''}],
  "declarations": [${rows(declarationRows)}${declarations.length > 0 ? '\n  ' : ''}]
}
`
}

/** Reads what {@link writeSnapshot} wrote. */
export function readSnapshot(text: string): { source: string; package: ApiPackage } {
  const { source, registered, constants, declarations, ...facts } = JSON.parse(text) as SnapshotFile
  return {
    source,
    package: {
      ...facts,
      registered: registered.map((each) => parseTypeRef(each, facts.path) as NamedRef),
      constants: constants.map(([name, value, type]) => (type === undefined ? { name, value } : { name, value, type })),
      declarations: declarations.map((row) => declarationOf(row, facts.path)),
    },
  }
}

function rowOf(declaration: Declaration, home: string): Row {
  const { name } = declaration
  if (declaration.form === 'alias') return { alias: name, target: typeRefText(declaration.target, home) }
  if (declaration.form === 'named') {
    const { type, enum: values, wrapped, schema } = declaration
    return {
      type: name,
      of: typeRefText(type, home),
      ...(values === undefined ? {} : { enum: values }),
      ...(wrapped === true ? { wrapped } : {}),
      ...(schema === undefined ? {} : { schema }),
    }
  }
  const { fields, options, kind, markers } = declaration
  return {
    struct: name,
    ...(kind === undefined ? {} : { kind: kindRow(kind, home) }),
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(markers === undefined ? {} : { markers }),
    fields: fields.map((field) => fieldRow(field, home)),
  }
}

function kindRow(
  { itemType, ...kind }: NonNullable<StructDeclaration['kind']>,
  home: string,
): NonNullable<StructRow['kind']> {
  return { ...kind, ...(itemType === undefined ? {} : { itemType: typeRefText(itemType, home) }) }
}

function fieldRow({ name, number, type, shape, options, sourceName, featureGates }: Field, home: string): FieldTuple {
  const row: FieldTuple = [name, number, typeRefText(type, home), shape]
  const more: FieldMore = {
    ...(sourceName === undefined ? {} : { sourceName }),
    ...(featureGates === undefined ? {} : { featureGates }),
  }
  const hasMore = Object.keys(more).length > 0
  if (hasMore || Object.keys(options).length > 0) row.push(options)
  if (hasMore) row.push(more)
  return row
}

function declarationOf(row: Row, home: string): Declaration {
  if ('alias' in row) return { form: 'alias', name: row.alias, target: parseTypeRef(row.target, home) as NamedRef }
  if ('type' in row) {
    const { type: name, of, ...rest } = row
    return { form: 'named', name, type: parseTypeRef(of, home), ...rest }
  }
  const { struct: name, fields, kind, options = {}, ...rest } = row
  return {
    form: 'struct',
    name,
    ...rest,
    options,
    ...(kind === undefined ? {} : { kind: readKindRow(kind, home) }),
    fields: fields.map(([field, number, type, shape, fieldOptions = {}, more = {}]) => ({
      name: field,
      number,
      type: parseTypeRef(type, home),
      shape,
      options: fieldOptions,
      ...more,
    })),
  }
}

function readKindRow(
  { itemType, ...kind }: NonNullable<StructRow['kind']>,
  home: string,
): NonNullable<StructDeclaration['kind']> {
  if (itemType === undefined) return kind
  const ref = parseTypeRef(itemType, home)
  return { ...kind, itemType: ref.form === 'named' ? ref : namedRef(home, itemType) }
}

/** File name of a package's snapshot: its path with dots. */
export function snapshotFileName(path: string): string {
  return `${path.replaceAll('/', '.')}.json`
}
