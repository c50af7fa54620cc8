import type { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import type { GroupVersion } from 'apimachinery/schema'
import type { Aggregator } from '../aggregator/aggregator.js'
import type { Authorizer } from '../authorization/authorizer.js'
import type { APIPaths } from '../discovery/api-paths.js'
import { installGroupVersion } from '../endpoints/install-group-version.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { ServerBase } from './server-base.js'

/** A group version that a server of its own has in a cluster, such as `metrics.k8s.io/v1beta1`. */
export interface AddedGroup {
  readonly groupVersion: GroupVersion
  /** Its kinds. */
  readonly scheme: Scheme
  /** By the path of the resource. */
  readonly storage: Readonly<Record<string, ResourceStorage>>
}

/** What added groups are served by. */
export interface AddedGroupsParts {
  readonly paths: APIPaths
  readonly authorizer: Authorizer
  /** Absent where nothing is aggregated. */
  readonly aggregator: Aggregator | undefined
}

/** The priorities of groups of other servers. */
const priority = 100

/**
 * Serves a group version from now on, with discovery, documents and an APIService. Does nothing if a definition of custom resources has it;
 * an APIService that names a service wins, too.
 */
export function addGroup(
  base: ServerBase,
  parts: AddedGroupsParts,
  { groupVersion, scheme, storage }: AddedGroup,
): void {
  const { paths, authorizer, aggregator } = parts
  const isServed = paths.installed().some((each) => each.groupVersion.toString() === groupVersion.toString())
  if (isServed) return
  const { release, clock, cbor, options } = base
  const serializers = new CodecFactory(scheme, { mode: 'canonical', integers: 'bigint' }).supportedMediaTypes()
  const minRequestTimeoutSeconds = options.minRequestTimeout
  const endpoints = {
    groupVersion,
    storage,
    scheme,
    serializers,
    authorizer,
    release,
    clock,
    cbor,
    minRequestTimeoutSeconds,
  }
  paths.install({ ...installGroupVersion(endpoints), scheme }, { group: priority, version: priority })
  aggregator?.registration.add({ groupVersion, groupPriorityMinimum: priority, versionPriority: priority }, 'true')
}
