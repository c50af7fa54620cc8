import { type FieldError, forbidden, notSupported } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'

/** The part of `ListOptions` that depends on each other. */
export interface ListOptionsFields {
  watch?: boolean | undefined
  resourceVersion?: string | undefined
  resourceVersionMatch?: string | undefined
  continue?: string | undefined
  sendInitialEvents?: boolean | undefined
}

/** Features of a server. */
export interface ListFeatures {
  /** Lists may be streamed as the first events of a watch (feature gate `WatchList`). Default: true. */
  readonly watchList?: boolean
}

/** Fills in what a server assumes of a watch that starts anywhere: it begins with events for all objects there are. */
export function setListOptionsDefaults(options: ListOptionsFields, { watchList = true }: ListFeatures = {}): void {
  if (!watchList || isGiven(options.sendInitialEvents) || (options.resourceVersionMatch ?? '') !== '') return
  const startsAnywhere = ['', '0'].includes(options.resourceVersion ?? '')
  if (options.watch !== true || !startsAnywhere) return
  options.sendInitialEvents = true
  options.resourceVersionMatch = 'NotOlderThan'
}

/** Checks the options of a request that lists or watches. */
export function validateListOptions(
  options: Readonly<ListOptionsFields>,
  { watchList = true }: ListFeatures = {},
): FieldError[] {
  if (options.watch === true) return validateWatch(options, watchList)
  const errors = validateListMatch(options)
  if (isGiven(options.sendInitialEvents)) {
    errors.push(forbidden(fieldPath('sendInitialEvents'), 'sendInitialEvents is forbidden for list'))
  }
  return errors
}

function validateListMatch(options: Readonly<ListOptionsFields>): FieldError[] {
  const { resourceVersionMatch: match = '', resourceVersion = '' } = options
  if (match === '') return []
  const path = fieldPath('resourceVersionMatch')
  const errors: FieldError[] = []
  if (resourceVersion === '') {
    errors.push(forbidden(path, 'resourceVersionMatch is forbidden unless resourceVersion is provided'))
  }
  errors.push(...forbiddenWithContinue(options))
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.push(notSupported(path, match, ['Exact', 'NotOlderThan', '']))
  }
  if (match === 'Exact' && resourceVersion === '0') {
    errors.push(forbidden(path, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'))
  }
  return errors
}

function validateWatch(options: Readonly<ListOptionsFields>, watchList: boolean): FieldError[] {
  const { resourceVersionMatch: match = '', sendInitialEvents } = options
  const path = fieldPath('resourceVersionMatch')
  const errors: FieldError[] = []
  if (isGiven(sendInitialEvents) && match !== 'NotOlderThan') {
    errors.push(forbidden(path, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'))
  }
  if (isGiven(sendInitialEvents) && !watchList) {
    const detail = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
    errors.push(forbidden(fieldPath('sendInitialEvents'), detail))
  }
  if (match === '') return errors
  if (!isGiven(sendInitialEvents)) {
    const detail = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
    errors.push(forbidden(path, detail))
  }
  if (match !== 'NotOlderThan') errors.push(notSupported(path, match, ['NotOlderThan']))
  return [...errors, ...forbiddenWithContinue(options)]
}

function forbiddenWithContinue(options: Readonly<ListOptionsFields>): FieldError[] {
  if ((options.continue ?? '') === '') return []
  const detail = 'resourceVersionMatch is forbidden when continue is provided'
  return [forbidden(fieldPath('resourceVersionMatch'), detail)]
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}
