import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { OpenAPISchema, OpenAPIVersion } from 'apimachinery/openapi'
import { GroupVersion } from 'apimachinery/schema'
import type { APIPaths } from '../discovery/api-paths.js'
import type { InstalledGroupVersion } from '../endpoints/install-group-version.js'
import type { Route } from '../endpoints/route.js'
import type { Handler } from '../request/http.js'
import type { ObjectCache, ObjectChange } from '../storage/object-cache.js'
import { isConditionTrue } from './definition-conditions.js'
import { definitionResources } from './definition-resources.js'
import { definitionSchemas } from './definition-schemas.js'
import type { DocumentMetrics } from './document-metrics.js'
import { documentedRoutes } from './documented-routes.js'

/** Where definitions are published. */
export interface PublisherOptions {
  readonly definitions: ObjectCache<CustomResourceDefinition>
  readonly paths: APIPaths
  /** Answers requests for custom resources. */
  readonly handler: Handler
  readonly metrics?: DocumentMetrics | undefined
}

/** The priority of groups of custom resources among others, and of their versions. */
export const customResourcePriorities = { group: 1000, version: 100, fullKinds: true, anyMethod: true } as const

/** Shows group versions of established definitions in discovery and documents, as the definitions change. */
export class DefinitionPublisher {
  readonly #options: PublisherOptions
  #unlisten: (() => void) | undefined

  constructor(options: PublisherOptions) {
    this.#options = options
  }

  start(): void {
    const { definitions, metrics } = this.#options
    this.#unlisten = definitions.onChange((change) => {
      const versions = changedVersions(change)
      metrics?.observe(change, versions)
      for (const version of versions) this.#publish(version)
    })
    const all = new Map<string, GroupVersion>()
    for (const definition of definitions.list()) {
      for (const each of versionsOf(definition)) all.set(each.toString(), each)
    }
    for (const version of all.values()) this.#publish(version)
  }

  stop(): void {
    this.#unlisten?.()
  }

  #publish(groupVersion: GroupVersion): void {
    const { definitions, paths, handler } = this.#options
    const shown = [...definitions.list()]
      .filter((definition) => isConditionTrue(definition, 'Established') && serves(definition, groupVersion))
      .sort((a, b) => (a.spec.names.plural < b.spec.names.plural ? -1 : 1))
    if (shown.length === 0) paths.remove(groupVersion)
    else paths.install(published(groupVersion, shown, handler), customResourcePriorities)
  }
}

function serves({ spec }: CustomResourceDefinition, { group, version }: GroupVersion): boolean {
  return spec.group === group && spec.versions.some(({ name, served }) => name === version && served)
}

function versionsOf({ spec }: CustomResourceDefinition): GroupVersion[] {
  return spec.versions.map(({ name }) => new GroupVersion(spec.group, name))
}

/** The versions that are shown otherwise after a change: only those of established definitions are shown. */
function changedVersions(change: ObjectChange<CustomResourceDefinition>): GroupVersion[] {
  const states = change.type === 'MODIFIED' ? [change.old, change.object] : [change.object]
  const all = states.some((each) => isConditionTrue(each, 'Established')) ? states.flatMap(versionsOf) : []
  return [...new Map(all.map((each) => [each.toString(), each])).values()]
}

function published(
  groupVersion: GroupVersion,
  definitions: readonly CustomResourceDefinition[],
  handler: Handler,
): InstalledGroupVersion {
  const { version } = groupVersion
  const each = definitions.map((definition) => ({
    definition,
    version: definition.spec.versions.find(({ name }) => name === version)!,
  }))
  let routes: readonly Route[] | undefined
  const schemas = new Map<OpenAPIVersion, Record<string, OpenAPISchema>>()
  return {
    groupVersion,
    resources: definitions.flatMap((definition) => definitionResources(definition, version)),
    handler,
    get routes() {
      routes ??= each.flatMap((one) => documentedRoutes(one.definition, one.version))
      return routes
    },
    definitions(openAPI) {
      let made = schemas.get(openAPI)
      if (made === undefined) {
        made = Object.assign({}, ...each.map((one) => definitionSchemas(one.definition, one.version, openAPI)))
        schemas.set(openAPI, made!)
      }
      return made!
    },
  }
}
