import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { structsOf } from '../../validation/go-values.js'
import type { DeviceClaim } from '../v1/types.gen.js'

/** The requests of a claim: name → names of the requests of which one is chosen. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>

/** Collects the names of the requests of a claim. */
export function requestNamesOf(claim: DeviceClaim | null | undefined): RequestNames {
  const requests = structsOf(claim?.requests)
  return new Map(
    requests.map((request) => [
      request.name ?? '',
      new Set(structsOf(request.firstAvailable).map(({ name }) => name ?? '')),
    ]),
  )
}

const detail = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"

/** Checks a reference to a request of the claim, `request` or `request/subrequest`. */
export function validateRequestNameRef(name: string, names: RequestNames, path: FieldPath): FieldError[] {
  const [request = '', subrequest, ...more] = name.split('/')
  if (more.length > 0) return [invalid(path, name, detail)]
  const parts = subrequest === undefined ? [request] : [request, subrequest]
  const errors = parts.flatMap((part) => validateDNS1123Label(part, path))
  const subrequests = names.get(request)
  const known = subrequests !== undefined && (subrequest === undefined || subrequests.has(subrequest))
  return known ? errors : [...errors, invalid(path, name, detail)]
}
