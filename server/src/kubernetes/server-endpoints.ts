import type { AdmissionPlugin } from '../admission/plugin.js'
import type { CustomResources } from '../customresources/custom-resources.js'
import type { Discovery } from '../discovery/discovery.js'
import type { OpenResources } from '../internal/open-resources.js'
import { installOpenAPI } from '../server/openapi-paths.js'
import { type AddedGroup, addGroup } from './added-groups.js'
import { documentStyleOf } from './document-style.js'
import { installExtensions } from './extension-links.js'
import { installBuiltInGroups } from './install-built-in-groups.js'
import { installOpenIDMetadata } from './server-authentication.js'
import type { ServerBase } from './server-base.js'
import type { ServerPaths } from './server-paths.js'
import type { ServerSecurity } from './server-security.js'
import type { ServerStores } from './server-stores.js'

/** The steps before the endpoints. */
export interface EndpointParts extends ServerStores, ServerSecurity, ServerPaths {
  readonly admission: AdmissionPlugin
}

/** What is served. */
export interface ServerEndpoints {
  readonly customResources: CustomResources
  /** Of all groups, those of aggregated servers as well. */
  readonly discovery: Discovery
  /** Serves another group version. */
  readonly addGroup: (group: AddedGroup) => void
}

/** Installs built-in groups, custom resources, aggregated servers and documents. */
export async function installEndpoints(
  base: ServerBase,
  parts: EndpointParts,
  opened: OpenResources,
): Promise<ServerEndpoints> {
  const { options, release, featureEnabled, scheme, cbor, clock, metrics, onError } = base
  const { generic, paths, authentication, authorizer, admission, serviceAccounts } = parts
  const { tokens, audiences } = authentication
  await installBuiltInGroups(base, {
    ...parts,
    reviews: { release, featureEnabled, tokens, audiences, authorizer, rules: authorizer },
  })
  const openID = installOpenIDMetadata(generic, serviceAccounts, options)
  const { minRequestTimeout: minRequestTimeoutSeconds } = options
  const endpoints = { release, authorizer, admission, onError, clock, cbor, minRequestTimeoutSeconds }
  const extensions = installExtensions({ ...base, ...parts, endpoints, registry: metrics.registry }, options)
  opened.add(() => extensions.stop())
  const { customResources, aggregator } = extensions
  installOpenAPI(generic.router, {
    scheme,
    style: documentStyleOf(release),
    paths,
    info: { version: release.name },
    openID,
    remotes: () => aggregator?.openAPI,
  })
  return {
    customResources,
    discovery: aggregator?.documents ?? paths.discovery,
    addGroup: (group) => addGroup(base, { paths, authorizer, aggregator }, group),
  }
}
