import { deepEqual } from '../../../descriptor/deep-equal.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { isSet } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { isUnsetMicroTime, isUnsetTime, microTimeText, timeText } from '../../validation/unset-time.js'
import { eventDescriptor } from '../v1/descriptors.gen.js'
import type { Event } from '../v1/types.gen.js'

const shortTextLimit = 128
const noteLimit = 1024

/** Versions in which events may be as clients have always sent them. */
function isLegacy(apiVersion: string): boolean {
  return apiVersion === 'v1' || apiVersion === 'events.k8s.io/v1beta1'
}

/**
 * Checks a new Event.
 *
 * @param apiVersion - of the request: `events.k8s.io/v1` is stricter than `v1`.
 */
export function validateEvent(event: Event, apiVersion: string): readonly FieldError[] {
  const errors = legacyErrors(event, apiVersion)
  if (isLegacy(apiVersion)) return errors
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const type = event.type ?? ''
  const { source } = event
  const unset = (name: string, isUnset: boolean) => (isUnset ? [] : [invalid(fieldPath(name), '', 'needs to be unset')])
  return [
    ...errors,
    ...validateObjectMeta(event.metadata, rules, fieldPath('metadata')),
    ...seriesErrors(event),
    ...(isUnsetMicroTime(event.eventTime) ? [required(fieldPath('eventTime'), '')] : []),
    ...(type === 'Normal' || type === 'Warning'
      ? []
      : [invalid(fieldPath('type'), '', `has invalid value: ${type ?? ''}`)]),
    ...unset('firstTimestamp', isUnsetTime(event.firstTimestamp)),
    ...unset('lastTimestamp', isUnsetTime(event.lastTimestamp)),
    ...unset('count', !event.count),
    ...unset('source', !source?.component && !source?.host),
  ]
}

function seriesErrors({ series }: Event): FieldError[] {
  if (!isSet(series)) return []
  return [
    ...((series.count ?? 0) < 2 ? [invalid(fieldPath('series.count'), '', 'should be at least 2')] : []),
    ...(isUnsetMicroTime(series.lastObservedTime) ? [required(fieldPath('series.lastObservedTime'), '')] : []),
  ]
}

function legacyErrors(event: Event, apiVersion: string): FieldError[] {
  const namespace = event.metadata?.namespace ?? ''
  return [
    ...(isUnsetMicroTime(event.eventTime)
      ? oldStyleErrors(event, namespace)
      : newStyleErrors(event, {
          namespace,
          controller: apiVersion === 'v1' ? 'reportingComponent' : 'reportingController',
        })),
    ...isDNS1123Subdomain(namespace).map((problem) => invalid(fieldPath('namespace'), namespace, problem)),
  ]
}

function oldStyleErrors(event: Event, namespace: string): FieldError[] {
  const involved = event.involvedObject?.namespace ?? ''
  const matches = involved === '' ? namespace === '' || namespace === 'default' : namespace === involved
  return matches ? [] : [namespaceMismatch(involved)]
}

function namespaceMismatch(involved: string): FieldError {
  return invalid(fieldPath('involvedObject', 'namespace'), involved, 'does not match event.namespace')
}

function newStyleErrors(event: Event, at: { readonly namespace: string; readonly controller: string }): FieldError[] {
  const involved = event.involvedObject?.namespace ?? ''
  const controller = event.reportingComponent ?? ''
  const stray = involved === '' && at.namespace !== 'default' && at.namespace !== 'kube-system'
  return [
    ...(stray ? [namespaceMismatch(involved)] : []),
    ...(controller === '' ? [required(fieldPath(at.controller), '')] : []),
    ...validateQualifiedName(controller, fieldPath(at.controller)),
    ...shortTextErrors('reportingInstance', event.reportingInstance),
    ...shortTextErrors('action', event.action),
    ...shortTextErrors('reason', event.reason),
    ...(utf8Length(event.message ?? '') > noteLimit ? [tooManyCharacters('message', noteLimit)] : []),
  ]
}

function shortTextErrors(name: string, text: string | null | undefined): FieldError[] {
  if (!text) return [required(fieldPath(name), '')]
  return utf8Length(text) > shortTextLimit ? [tooManyCharacters(name, shortTextLimit)] : []
}

function tooManyCharacters(name: string, limit: number): FieldError {
  return invalid(fieldPath(name), '', `can have at most ${limit} characters`)
}

/** Fields that stay the same, in the order in which upstream compares them. */
const fixedFields = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'reason',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
] as const

/** Checks a changed Event: in newer versions everything but metadata and series stays the same. */
export function validateEventUpdate(event: Event, old: Event, apiVersion: string): readonly FieldError[] {
  const errors = legacyErrors(event, apiVersion)
  if (isLegacy(apiVersion)) return errors
  return [
    ...errors,
    ...validateObjectMetaUpdate(event.metadata, old.metadata, fieldPath('metadata')),
    ...(same('series', event, old) ? [] : seriesErrors(event)),
    ...fixedFields.filter((name) => !same(name, event, old)).map((name) => changed(name, event)),
  ]
}

function same(name: keyof Event & string, event: Event, old: Event): boolean {
  const type = eventDescriptor.propertyByName.get(name)?.type
  if (name === 'eventTime') return microTimeText(event.eventTime) === microTimeText(old.eventTime)
  if (name === 'firstTimestamp' || name === 'lastTimestamp') return timeText(event[name]) === timeText(old[name])
  if ((name === 'series' || name === 'related') && isSet(event[name]) !== isSet(old[name])) return false
  return type !== undefined && deepEqual(type, event[name], old[name])
}

function changed(name: (typeof fixedFields)[number], event: Event): FieldError {
  const field = eventDescriptor.propertyByName.get(name)
  const path = fieldPath(name === 'reportingComponent' ? 'reportingController' : name)
  const value = event[name]
  const error = invalid(path, value ?? zeroOf(name), fieldImmutableErrorMsg)
  if (field?.type.kind !== 'struct') return error
  const shown = name === 'related' && !isSet(value) ? null : value
  return error.with({ valueText: internalText(field.type, shown) })
}

function zeroOf(name: (typeof fixedFields)[number]): unknown {
  if (name === 'count') return 0
  return name.endsWith('Time') || name.endsWith('Timestamp') ? null : ''
}
