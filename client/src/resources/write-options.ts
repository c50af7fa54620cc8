/** Whether a change is made, or only tried. */
export type DryRun = 'none' | 'client' | 'server'

/** How the server treats unknown fields. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

/** Options of everything that changes objects. */
export interface WriteOptions {
  readonly dryRun?: DryRun | undefined
  readonly fieldManager?: string | undefined
  /** Default: `Strict`, as kubectl. */
  readonly fieldValidation?: FieldValidation | undefined
  readonly signal?: AbortSignal | undefined
}

/** The options of a request. */
export function requestOptions({ dryRun, fieldManager, fieldValidation, signal }: WriteOptions): {
  readonly dryRun: string[] | undefined
  readonly fieldManager: string | undefined
  readonly fieldValidation: string
  readonly signal: AbortSignal | undefined
} {
  return { dryRun: dryRunOption(dryRun), fieldManager, fieldValidation: fieldValidation ?? 'Strict', signal }
}

/** How a server is told that nothing may be stored. */
export function dryRunOption(dryRun: DryRun | undefined): string[] | undefined {
  return dryRun === 'server' ? ['All'] : undefined
}
