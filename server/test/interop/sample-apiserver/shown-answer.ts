import { sortManagers } from '../sort-managers.js'

/** An answer, without what differs from run to run. */
export interface ShownAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Values that later requests take up. */
export class LastSeen {
  #continue = ''
  #version = ''

  /** A path or body with them. */
  fill(text: string): string {
    return text.replaceAll('{{continue}}', this.#continue).replaceAll('{{version}}', this.#version)
  }

  note(body: string): void {
    this.#continue = /"continue":"([^"]+)"/.exec(body)?.[1] ?? this.#continue
    this.#version = /"resourceVersion":"(\d+)"/.exec(body)?.[1] ?? this.#version
  }
}

/** Fields of the head that are compared. */
const compared = [
  'content-type',
  'warning',
  'retry-after',
  'cache-control',
  'allow',
  'content-encoding',
  'vary',
  'x-content-type-options',
  'etag',
]

/** What both servers have to agree about. */
export function shownAnswer(status: number, header: (name: string) => string | undefined, body: string): ShownAnswer {
  const headers = Object.fromEntries(
    compared.flatMap((name) => {
      const value = header(name)
      if (value === undefined) return []
      return [[name, name === 'etag' ? 'ETAG' : value]]
    }),
  )
  return { status, headers, body: withoutChance(body) }
}

function withoutChance(body: string): string {
  // Lists of paths name what else a server has.
  if (/^\{\s*"paths"/.test(body)) return ''
  const shown = body
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/g, 'TIME')
    .replaceAll(/(\\*"?resourceVersion\\*"?: ?\\*"?)\d+/g, '$1N')
    .replaceAll(/(ResourceVersion: |current: |in record \()\d+/g, '$1N')
    .replaceAll(/("serverAddress": ?")[^"]+|(serverAddress: )\S+/g, '$1$2ADDRESS')
    .replaceAll(/("continue": ?")[^"]+/g, '$1TOKEN')
    .replaceAll(/("hash"|"storageVersionHash"): ?"[^"]+"/g, '$1:"HASH"')
    .replaceAll(/gen_\w{5}/g, 'gen_CHANCE')
    .replaceAll('v1beta1.ReferenceType', 'string')
    .replaceAll('wardle.example.com/wardle.example.com/', 'wardle.example.com/')
  return sortManagers(shown)
}
