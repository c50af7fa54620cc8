import { formatLabelSelector } from '../../labels/label-selector.js'
import { formatLabels } from '../../labels/label-set.js'
import { humanAge } from '../../meta/table/human-age.js'
import type { RowFacts } from '../../meta/table/table-row.js'
import type { LabelSelector } from '../../meta/v1/types.gen.js'
import type { Container } from '../core/v1/types.gen.js'
import { structsOf } from '../validation/go-values.js'

/** What is shown for nothing. */
export const none = '<none>'

/** What is shown for a field that is not set. */
export const unset = '<unset>'

/** Names and images of containers, as the wide columns show them. */
export function containerCells(containers: readonly Container[] | undefined): [names: string, images: string] {
  const all = structsOf(containers)
  return [all.map(({ name }) => name ?? '').join(','), all.map(({ image }) => image ?? '').join(',')]
}

/** Labels as `a=b,c=d`; `<none>` where there are none. */
export function labelsCell(labels: Readonly<Record<string, string>> | undefined): string {
  return formatLabels(labels)
}

/** A label selector; `<none>` where it selects nothing in particular. */
export function selectorCell(selector: LabelSelector | undefined): string {
  return formatLabelSelector(selector as Parameters<typeof formatLabelSelector>[0])
}

/** How long ago a time was. */
export function ageCell(time: string | null | undefined, { now }: RowFacts): string {
  return humanAge(time, now)
}

/** The first entries, and how many more there are; `empty` where there are none. */
export function firstFew(entries: readonly string[], max: number, empty = ''): string {
  const shown = entries.slice(0, max).join(',')
  if (entries.length > max) return `${shown} + ${entries.length - max} more...`
  return shown === '' ? empty : shown
}
