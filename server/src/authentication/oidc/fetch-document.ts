/** A document of an issuer, with any status. */
export interface FetchedDocument {
  readonly status: number
  /** Name of the status, such as `Not Found`. */
  readonly statusText: string
  readonly text: string
  readonly cacheControl: string | undefined
}

/** Reads a document over HTTPS, with a bearer token where one is given. Throws if there is no answer. */
export type FetchDocument = (url: string, bearer?: string) => Promise<FetchedDocument>

/**
 * Milliseconds for which a document may be kept; 0 where it does not say.
 *
 * Source: `CachableResponse` of github.com/pquerna/cachecontrol, as far as key sets use it.
 */
export function freshFor({ cacheControl = '' }: Pick<FetchedDocument, 'cacheControl'>): number {
  const directives = new Map<string, string>()
  for (const directive of cacheControl.toLowerCase().split(',')) {
    const [name = '', value = ''] = directive.split('=')
    directives.set(name.trim(), value.trim())
  }
  if (directives.has('no-store')) return 0
  const seconds = directives.get('s-maxage') ?? directives.get('max-age') ?? ''
  return /^\d{1,10}$/.test(seconds) ? Number(seconds) * 1000 : 0
}
