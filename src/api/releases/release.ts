import { MachineryError } from '../../errors/machinery-error.js'

/** A minor release of Kubernetes: facts and rules of built-in kinds differ by it. */
export interface Release {
  /** The second number of its name. */
  readonly minor: number
  /** `major.minor`. */
  readonly name: string
  /** The patch release whose answers are given, `major.minor.patch`. */
  readonly version: string
}

/** The releases that are known, oldest first. The generator reads their facts from the modules of these versions. */
export const releases: readonly [...Release[], Release] = [
  { minor: 35, name: '1.35', version: '1.35.4' },
  { minor: 36, name: '1.36', version: '1.36.3' },
  { minor: 37, name: '1.37', version: '1.37.2' },
]

/** The release that everything answers as unless told otherwise. */
export const newestRelease: Release = /* @__PURE__ */ releases.at(-1)!

/**
 * The release with a name, with or without `v` before it and a patch number behind it.
 *
 * @throws MachineryError `UnknownRelease`, with the names of those that are known.
 */
export function releaseOf(text: string): Release {
  const [, name] = /^v?(\d+\.\d+)(?:\.\d+)?$/.exec(text.trim()) ?? []
  const found = releases.find((release) => release.name === name)
  if (found !== undefined) return found
  const known = releases.map((release) => release.name).join(', ')
  throw new MachineryError(
    'UnknownRelease',
    `unknown release of Kubernetes ${JSON.stringify(text)}: known are ${known}`,
  )
}
