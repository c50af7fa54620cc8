import { newGenericServerResponse } from 'apimachinery/errors'
import { GroupVersion } from 'apimachinery/schema'
import type { InstalledGroupVersion } from '../endpoints/install-group-version.js'
import type { AuthorizedRequest, Handler } from '../request/http.js'
import type { Discovery, DiscoveryPriorities } from './discovery.js'

/**
 * Everything below `/api` and `/apis`: documents, and the endpoints of group versions, which come and go while the server
 * runs.
 */
export class APIPaths {
  readonly discovery: Discovery
  readonly #versions = new Map<string, InstalledGroupVersion>()
  readonly #fallback: Handler

  /** `fallback` answers paths of unknown groups and versions: the next server of a delegation, or 404. */
  constructor(discovery: Discovery, fallback: Handler) {
    this.discovery = discovery
    this.#fallback = fallback
  }

  /** Serves a group version, in place of what was served under its name. */
  install(installed: InstalledGroupVersion, priorities?: DiscoveryPriorities): void {
    this.#versions.set(installed.groupVersion.toString(), installed)
    this.discovery.set(installed.groupVersion, installed, priorities)
  }

  /** Stops serving a group version. Requests under way go on. */
  remove(groupVersion: GroupVersion): void {
    this.#versions.delete(groupVersion.toString())
    this.discovery.remove(groupVersion)
  }

  /** The served versions, for documents. */
  installed(): readonly InstalledGroupVersion[] {
    return [...this.#versions.values()]
  }

  /** The paths of groups and versions. */
  listed(): string[] {
    const versions = this.installed().map(({ groupVersion: { group, version } }) =>
      group === '' ? [`/api/${version}`] : [`/apis/${group}`, `/apis/${group}/${version}`],
    )
    return ['/apis/', ...versions.flat()]
  }

  readonly handler: Handler = (request, response) => this.#handlerOf(request)(request, response)

  #handlerOf({ place, observer }: AuthorizedRequest): Handler {
    if (place.level === 'elsewhere') return this.#fallback
    const { level, prefix, group, version } = place
    if (level === 'resource') return this.#endpointsOf(group, version)
    if (prefix === 'api' && !this.#hasCoreGroup) return this.#fallback
    if (level === 'root') {
      observer.endpoint({ component: 'apiserver', path: prefix })
      return prefix === 'api' ? this.discovery.serveAPI : this.discovery.serveAPIs
    }
    const found =
      level === 'group'
        ? this.discovery.groupHandler(group)
        : this.discovery.versionHandler(new GroupVersion(group, version))
    return found ?? this.#missing(group)
  }

  get #hasCoreGroup(): boolean {
    return this.installed().some(({ groupVersion }) => groupVersion.group === '')
  }

  #endpointsOf(group: string, version: string): Handler {
    const key = group === '' ? version : `${group}/${version}`
    return this.#versions.get(key)?.handler ?? this.#missing(group)
  }

  /** A missing group is not an error if groups come from definitions: another handler may have it. */
  #missing(group: string): Handler {
    const isKnown = this.installed().some((each) => each.groupVersion.group === group && each.definitions === undefined)
    return isKnown ? respondNotFound : this.#fallback
  }
}

const respondNotFound: Handler = () => {
  throw newGenericServerResponse(404, { verb: '' })
}
