import { MachineryError } from '../../errors/machinery-error.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { quote } from '../../internal/quote.js'
import { FieldSet } from '../field-path/field-set.js'
import type { ManagedFields } from '../field-path/managed-fields.js'
import { type Path, pathText } from '../field-path/path.js'

/** A field that another manager owns. */
export interface Conflict {
  readonly manager: string
  readonly path: Path
}

/** Applying would change fields that others own. The code is `ApplyConflict`. */
export class Conflicts extends MachineryError {
  override readonly name: string = 'Conflicts'
  /** By manager, then in the order of the fields. */
  readonly conflicts: readonly Conflict[]

  constructor(conflicts: readonly Conflict[]) {
    super('ApplyConflict', conflictsText(conflicts, quote))
    this.conflicts = conflicts
  }

  /** The fields of all conflicts. */
  toSet(): FieldSet {
    const set = FieldSet.of()
    for (const { path } of this.conflicts) set.insert(path)
    return set
  }
}

/** The conflicts of managers, each with the fields it would lose. */
export function conflictsFromManagers(sets: ManagedFields): Conflicts {
  const managers = [...sets.keys()].sort(compareStrings)
  return new Conflicts(
    managers.flatMap(
      (manager) =>
        sets
          .get(manager)
          ?.set.paths()
          .map((path): Conflict => ({ manager, path })) ?? [],
    ),
  )
}

/** The message for conflicts: one on a line, several under their managers. */
export function conflictsText(conflicts: readonly Conflict[], nameOf: (manager: string) => string): string {
  const [first] = conflicts
  if (first !== undefined && conflicts.length === 1) {
    return `conflict with ${nameOf(first.manager)}: ${pathText(first.path)}`
  }
  const byManager = new Map<string, Path[]>()
  for (const { manager, path } of conflicts) {
    const paths = byManager.get(manager)
    if (paths === undefined) byManager.set(manager, [path])
    else paths.push(path)
  }
  return [...byManager.keys()]
    .sort(compareStrings)
    .flatMap((manager) => [
      `conflicts with ${nameOf(manager)}:`,
      ...(byManager.get(manager) ?? []).map((path) => `- ${pathText(path)}`),
    ])
    .join('\n')
}
