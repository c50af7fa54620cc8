import type { PodLogOptions } from 'apimachinery/api/core/v1'
import { type FieldError, fieldPath, forbidden, invalid } from 'apimachinery/validation'

/** Checks the options of a log request. Source: `ValidatePodLogOptions` of pkg/apis/core/validation. */
export function validatePodLogOptions({
  tailLines,
  limitBytes,
  sinceSeconds,
  sinceTime,
  stream,
}: PodLogOptions): FieldError[] {
  const errors: FieldError[] = []
  const given = (value: unknown): boolean => value !== undefined && value !== null
  if (given(tailLines) && Number(tailLines) < 0) {
    errors.push(invalid(fieldPath('tailLines'), tailLines, 'must be greater than or equal to 0'))
  }
  if (given(limitBytes) && Number(limitBytes) < 1) {
    errors.push(invalid(fieldPath('limitBytes'), limitBytes, 'must be greater than 0'))
  }
  if (given(sinceSeconds) && given(sinceTime)) {
    errors.push(forbidden(fieldPath(''), 'at most one of `sinceTime` or `sinceSeconds` may be specified'))
  } else if (given(sinceSeconds) && Number(sinceSeconds) < 1) {
    errors.push(invalid(fieldPath('sinceSeconds'), sinceSeconds, 'must be greater than 0'))
  }
  if (given(stream)) errors.push(forbidden(fieldPath('stream'), 'may not be specified'))
  return errors
}

/** The query for a kubelet. */
export function kubeletLogQuery(options: PodLogOptions): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of ['follow', 'previous', 'timestamps'] as const) if (options[name]) query.set(name, 'true')
  for (const name of ['sinceSeconds', 'sinceTime', 'tailLines', 'limitBytes'] as const) {
    const value = options[name]
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  query.sort()
  return query
}
