import type { Container, Node, Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import { parseDuration } from 'apimachinery/scalar'
import { ConfigurationError } from '../../internal/configuration-error.js'

/** The annotation that asks for a failure; the names of others begin with it. */
export const failsAnnotation = 'nodes.apimachinery.dev/fails'

const podFailures = ['crash', 'oom', 'image-pull', 'evict'] as const
const nodeFailures = ['not-responding', 'memory-pressure'] as const

/** How a pod fails. */
export interface PodFailure {
  readonly kind: (typeof podFailures)[number]
  /** All containers where it is absent. */
  readonly container: string | undefined
  /** Milliseconds after the start. */
  readonly after: number
  readonly exitCode: number
  /** How often a container fails before it works; always where it is absent. */
  readonly times: number | undefined
  readonly message: string | undefined
}

/** The failure that the annotations of a pod ask for. @throws ConfigurationError for annotations that cannot be read */
export function failureOf(pod: Pod): PodFailure | undefined {
  const { annotations } = pod.metadata ?? {}
  if (annotations?.[failsAnnotation] === undefined) return undefined
  const fails = `pod ${pod.metadata?.namespace ?? ''}/${pod.metadata?.name ?? ''}`
  const kind = choice(annotations[failsAnnotation], podFailures, fails)
  const value = (name: string): string | undefined => annotations[`${failsAnnotation}-${name}`]
  const count = (name: string, most: number): number | undefined => {
    const text = value(name)
    if (text === undefined) return undefined
    if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text)
    throw problem(fails, `-${name}`, `must be a whole number of at most ${most}`)
  }
  return {
    kind,
    container: value('container'),
    after: duration(value('after') ?? '1s', fails),
    exitCode: count('exit-code', 255) ?? 1,
    times: count('times', 1_000_000),
    message: value('message'),
  }
}

/** The failure that the annotations of a node ask for. @throws ConfigurationError for another one */
export function nodeFailureOf({ metadata }: Node): (typeof nodeFailures)[number] | undefined {
  const asked = metadata?.annotations?.[failsAnnotation]
  return asked === undefined ? undefined : choice(asked, nodeFailures, `node ${metadata?.name ?? ''}`)
}

/** Whether a container is one of those that fail. */
export function isFailing({ container }: PodFailure, { name }: Pick<Container, 'name'>): boolean {
  return container === undefined || container === name
}

function choice<const C extends readonly string[]>(text: string, choices: C, fails: string): C[number] {
  const found = choices.find((each) => each === text)
  if (found === undefined) throw problem(fails, '', `must be one of ${choices.join(', ')}`)
  return found
}

function duration(text: string, fails: string): number {
  try {
    const milliseconds = Number(parseDuration(text)) / 1e6
    if (milliseconds >= 0) return milliseconds
  } catch (error) {
    throw problem(fails, '-after', messageOf(error))
  }
  throw problem(fails, '-after', 'must not be negative')
}

function problem(fails: string, name: string, what: string): ConfigurationError {
  return new ConfigurationError(`annotation ${failsAnnotation}${name} of ${fails}: ${what}`)
}
