import { MachineryError } from 'apimachinery/errors'
import type { ControllerDescriptor } from './controller-descriptor.js'

/** What stands for more than one controller in a list of names. */
export type ControllerWildcard = '*' | 'all'

/**
 * The controllers that a list of names selects: `*` all that are not disabled by default, `all` all of them, `foo` the one with this name
 * or alias, `-foo` not that one. Of several entries for a controller the first one counts.
 *
 * @throws MachineryError for a name that is not known.
 *
 * Source: `IsControllerEnabled` of k8s.io/controller-manager/app.
 */
export function selectControllers<T extends Pick<ControllerDescriptor, 'name' | 'aliases' | 'disabledByDefault'>>(
  names: readonly string[],
  known: readonly T[],
): readonly T[] {
  const canonical = names.map((entry) => canonicalEntry(entry, known))
  return known.filter((each) => isEnabled(each, canonical))
}

function isEnabled(
  { name, disabledByDefault = false }: { name: string; disabledByDefault?: boolean | undefined },
  names: readonly string[],
): boolean {
  const explicit = names.find((entry) => entry === name || entry === `-${name}`)
  if (explicit !== undefined) return explicit === name
  return names.includes('all') || (names.includes('*') && !disabledByDefault)
}

function canonicalEntry(entry: string, known: readonly Pick<ControllerDescriptor, 'name' | 'aliases'>[]): string {
  if (entry === '*' || entry === 'all') return entry
  const sign = entry.startsWith('-') ? '-' : ''
  const given = entry.slice(sign.length)
  const found = known.find(({ name, aliases }) => name === given || aliases?.includes(given))
  if (found === undefined) {
    const names = known.map(({ name }) => name).join(', ')
    throw new MachineryError(
      'InvalidValue',
      `${JSON.stringify(given)} is not in the list of known controllers: ${names}`,
    )
  }
  return sign + found.name
}
