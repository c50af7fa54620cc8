import type { RowFacts } from '../../../meta/table/table-row.js'
import { ageCell } from '../../tables/cells.js'
import { column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { Event } from '../v1/types.gen.js'

/** How a Event is shown. */
export const eventTable: KindTable<Event> = {
  columns: [
    column('Last Seen', 'string', 'The time at which the most recent occurrence of this event was recorded.'),
    column('Type', 'string', 'Type of this event (Normal, Warning), new types could be added in the future'),
    column(
      'Reason',
      'string',
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    ),
    column('Object', 'string', 'The object that this event is about.'),
    wideColumn(
      'Subobject',
      'string',
      'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
    ),
    wideColumn(
      'Source',
      'string',
      'The component reporting this event. Should be a short machine understandable string.',
    ),
    column('Message', 'string', 'A human-readable description of the status of this operation.'),
    wideColumn(
      'First Seen',
      'string',
      'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
    ),
    wideColumn('Count', 'string', 'The number of times this event has occurred.'),
    wideColumn('Name', 'string/name', nameColumn.description),
  ],
  cells: eventCells,
}

function eventCells(event: Event, facts: RowFacts): (string | number)[] {
  const { involvedObject, series, source } = event
  const first = ageCell(event.firstTimestamp || event.eventTime, facts)
  const last = series
    ? ageCell(series.lastObservedTime, facts)
    : event.lastTimestamp
      ? ageCell(event.lastTimestamp, facts)
      : first
  const kind = (involvedObject?.kind ?? '').toLowerCase()
  const component = source?.component || event.reportingComponent || ''
  const instance = source?.host || event.reportingInstance || ''
  return [
    last,
    event.type ?? '',
    event.reason ?? '',
    involvedObject?.name ? `${kind}/${involvedObject.name}` : kind,
    involvedObject?.fieldPath ?? '',
    instance === '' ? component : `${component}, ${instance}`,
    (event.message ?? '').trim(),
    first,
    series ? (series.count ?? 0) : event.count || 1,
    facts.name,
  ]
}
