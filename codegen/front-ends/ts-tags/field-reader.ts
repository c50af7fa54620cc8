import type { FieldShape } from '../../../src/descriptor/build.js'
import type { JSONValue } from '../../../src/descriptor/types.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan } from '../../diagnostics/source-span.js'
import type { Field } from '../../ir/declarations.js'
import { isObjectOrListMeta, type TypeRef } from '../../ir/type-ref.js'
import { readFieldOptions } from '../../markers/field-options.js'
import type { MarkerSet } from '../../markers/marker.js'
import { withExtra } from '../../markers/type-facets.js'
import type { Comments } from './comments.js'
import type { TypeUse } from './type-reader.js'

/** A property as written. */
export interface PropertySource {
  readonly name: string
  readonly optional: boolean
  readonly use: TypeUse
  readonly comments: Comments
  readonly span: SourceSpan
}

/** The context of a field. */
export interface FieldContext {
  readonly diagnostics: Diagnostics
  resolveConstant(name: string): JSONValue | undefined
  /** The type of names for scalars, lists and maps. */
  underlying(type: TypeRef): TypeRef
}

/** Turns a property into a field of the model. */
export function readField(source: PropertySource, context: FieldContext): Field {
  const { name, optional, use, comments, span } = source
  const { markers, doc } = comments
  const { diagnostics } = context
  const options = readFieldOptions(markers, (each) => context.resolveConstant(each), diagnostics)
  const schema = withExtra(options.schema, markers)
  const required = options.required ?? !optional
  if (optional && markers.has('required')) {
    diagnostics.warning('ts-presence', `"${name}?" is marked +required: it is required`, span)
  }
  checkLists(name, context.underlying(use.type), { markers, diagnostics, span })
  return {
    name,
    number: protobufNumber(markers, diagnostics),
    type: use.type,
    shape: shapeOf(use, optional || options.required === false, context.underlying(use.type)),
    options: {
      ...options,
      ...(required === !optional ? {} : { required }),
      ...(use.nullable ? { nullable: true } : {}),
      ...(schema === undefined ? {} : { schema }),
    },
    ...(markers.values('k8s:conversion-gen').includes('false') ? { skipConversion: true } : {}),
    span,
    doc,
  }
}

/** An optional property is a pointer, so that absent and zero differ; lists, maps and `metadata` can be absent anyway. */
function shapeOf({ type, nullable }: TypeUse, optional: boolean, underlying: TypeRef): FieldShape {
  if (isObjectOrListMeta(type)) return optional ? '?' : ''
  if (nullable) return optional ? '*?' : '*'
  if (!optional) return ''
  const nilable = underlying.form === 'list' || underlying.form === 'map'
  return nilable || (underlying.form === 'scalar' && underlying.scalar === 'bytes') ? '?' : '*?'
}

function protobufNumber(markers: MarkerSet, diagnostics: Diagnostics): number {
  const marker = markers.first('protobuf')
  if (marker === undefined) return 0
  const number = Number(marker.value)
  if (Number.isInteger(number) && number > 0 && number < 2 ** 29 && (number < 19000 || number > 19999)) return number
  diagnostics.error('marker-value', `"+protobuf=${marker.value ?? ''}": not the number of a field`, marker.span)
  return 0
}

/** Says what a CRD with these markers would be refused for. */
function checkLists(
  name: string,
  type: TypeRef,
  { markers, diagnostics, span }: { markers: MarkerSet; diagnostics: Diagnostics; span: SourceSpan },
): void {
  const listType = markers.value('listType')
  const keys = markers.values('listMapKey')
  if (type.form !== 'list' && (listType !== undefined || keys.length > 0)) {
    const marker = markers.first('listType', 'listMapKey')
    diagnostics.error('marker-target', `"+${marker?.name}": ${name} is no list`, marker?.span ?? span)
  } else if (listType === 'map' && keys.length === 0) {
    diagnostics.error('marker-missing', `"+listType=map" on ${name} needs +listMapKey`, markers.first('listType')?.span)
  } else if (keys.length > 0 && listType !== 'map') {
    diagnostics.error(
      'marker-missing',
      `"+listMapKey" on ${name} needs +listType=map`,
      markers.first('listMapKey')?.span,
    )
  }
}
