import type { SourceSpan } from '../../diagnostics/source-span.js'
import type { Marker } from '../../markers/marker.js'

/** A Go type expression, as far as API types use them. */
export type GoTypeExpression = { span: SourceSpan } & (
  | { form: 'name'; qualifier: string | undefined; name: string }
  | { form: 'pointer' | 'list'; element: GoTypeExpression }
  | { form: 'map'; key: GoTypeExpression; value: GoTypeExpression }
  | { form: 'struct'; fields: GoField[] }
  | { form: 'interface' }
  | { form: 'other'; text: string }
)

/** Comment text above a declaration. */
export interface GoComments {
  markers: Marker[]
  /** Prose of the comment directly above. */
  doc: string
}

/** A field of a struct; `name` is `undefined` for an embedded one. */
export interface GoField {
  name: string | undefined
  type: GoTypeExpression
  /** Text between the quotes of the tag. */
  tag: string
  tagSpan: SourceSpan | undefined
  comments: GoComments
  span: SourceSpan
}

/** A type declaration. */
export interface GoType {
  name: string
  isAlias: boolean
  isGeneric: boolean
  type: GoTypeExpression
  comments: GoComments
  span: SourceSpan
}

/** A value of a constant or variable, as far as it can be worked out without running Go. */
export type GoExpression =
  | { form: 'literal'; value: string | number | boolean }
  | { form: 'name'; qualifier: string | undefined; name: string }
  | { form: 'binary'; operator: string; left: GoExpression; right: GoExpression }
  | { form: 'call'; callee: GoExpression; arguments: GoExpression[] }
  | { form: 'composite'; type: GoTypeExpression; fields: Map<string, GoExpression> }
  | { form: 'unknown' }

/** A constant or package variable. `iota` is its place in the group. */
export interface GoValue {
  name: string
  isConstant: boolean
  type: GoTypeExpression | undefined
  value: GoExpression
  iota: number
  comments: GoComments
  span: SourceSpan
}

/** A call that registers types with a scheme, such as `scheme.AddKnownTypes(SchemeGroupVersion, &Pod{})`. */
export interface GoRegistration {
  call: string
  arguments: GoExpression[]
}

/** The API types of one Go file. */
export interface GoFile {
  packageName: string
  /** Local name → import path. */
  imports: Map<string, string>
  types: GoType[]
  values: GoValue[]
  /** Markers above the package clause. */
  packageMarkers: Marker[]
  /** Names of types with hand-written JSON. */
  customJSON: Set<string>
  /** Types that write themselves as text. */
  customText: Set<string>
  registrations: GoRegistration[]
}
