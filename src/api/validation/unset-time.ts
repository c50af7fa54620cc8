import { isMachineryError } from '../../errors/machinery-error.js'
import { canonicalMicroTime } from '../../scalar/micro-time.js'
import { canonicalTime } from '../../scalar/time.js'

/** Reports whether a time is Go's zero time; false for invalid text, which a decoder rejects. */
export function isUnsetTime(time: string | null | undefined): boolean {
  return momentText(time, canonicalTime) === null
}

/** As {@link isUnsetTime}, for times with microseconds. */
export function isUnsetMicroTime(time: string | null | undefined): boolean {
  return momentText(time, canonicalMicroTime) === null
}

/** The canonical text of a time with microseconds; null for the zero time. */
export function microTimeText(time: string | null | undefined): string | null {
  return momentText(time, canonicalMicroTime)
}

/** The canonical text of a time; null for the zero time. */
export function timeText(time: string | null | undefined): string | null {
  return momentText(time, canonicalTime)
}

function momentText(time: string | null | undefined, canonical: (value: unknown) => string | null): string | null {
  if (time === null || time === undefined) return null
  try {
    return canonical(time)
  } catch (error) {
    if (isMachineryError(error)) return time
    throw error
  }
}
