import { newApplyConflict } from '../../errors/new-status-error.js'
import { CauseType } from '../../errors/status.js'
import type { StatusError } from '../../errors/status-error.js'
import { quote } from '../../internal/quote.js'
import { timeFromDate, timeToDate } from '../../scalar/time.js'
import { pathText } from '../field-path/path.js'
import { type Conflicts, conflictsText } from '../merge/conflicts.js'
import { type ManagedFieldsEntry, parseManagerIdentifier } from './managed.js'

/** The answer to an apply that conflicts: status 409 with one cause for each field. */
export function newConflictError({ conflicts }: Conflicts): StatusError {
  const causes = conflicts.map(({ manager, path }) => ({
    reason: CauseType.FieldManagerConflict,
    message: `conflict with ${describeManager(manager)}`,
    field: pathText(path),
  }))
  const count = conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`
  return newApplyConflict(causes, `Apply failed with ${count}: ${conflictsText(conflicts, describeManager)}`)
}

/** A manager as conflicts name it: `"web" with subresource "scale" using apps/v1 at 2024-01-02T03:04:05Z`. */
export function describeManager(identifier: string): string {
  const entry = entryFrom(identifier)
  if (entry === undefined) return quote(identifier)
  const subresource = entry.subresource ? ` with subresource ${quote(entry.subresource)}` : ''
  const name = quote(entry.manager ?? '') + subresource
  if (entry.operation !== 'Update') return name
  const at = typeof entry.time === 'string' ? ` at ${timeFromDate(timeToDate(entry.time))}` : ''
  return `${name} using ${entry.apiVersion ?? ''}${at}`
}

function entryFrom(identifier: string): ManagedFieldsEntry | undefined {
  try {
    return parseManagerIdentifier(identifier)
  } catch {
    return undefined
  }
}
