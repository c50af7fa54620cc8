/** A line of a file of cases; see the README beside the cases. */
export interface CaseLine {
  readonly gvr: { readonly group: string; readonly version: string; readonly resource: string }
  readonly ns: string | null
  readonly of: string
  readonly verb?: string
  readonly sub?: string
  readonly field?: string
  readonly mutation?: string
  readonly old?: object
  readonly request: object
  readonly status: number
  readonly answer: Answer
  readonly warnings: readonly string[]
  readonly create?: object
  readonly setStatus?: object | null
  /** Of tables: the object or the list that is shown. */
  readonly object?: object
  readonly list?: object
  readonly includeObject?: string
  readonly read?: Readonly<Record<string, { readonly status: number; readonly answer: object }>>
}

/** An object or a Status. */
export interface Answer {
  readonly kind?: string
  readonly message?: string
  readonly columnDefinitions?: unknown
  readonly rows?: readonly { readonly cells: readonly unknown[]; readonly conditions?: unknown }[]
}

/** What a replay gave. */
export interface Outcome {
  readonly expected: unknown
  readonly given: unknown
  /** Something that the line needs is missing: it counts as missed, not as a difference. */
  readonly missing?: string
}
