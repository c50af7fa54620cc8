import {
  DefaultRESTMapper,
  DiscoveryCategoryExpander,
  isAmbiguousError,
  isNoMatchError,
  JSONPath,
  newDiscoveryRESTMapper,
  restScopeNamespace,
  restScopeRoot,
  ShortcutExpander,
  unsafeGuessKindToResource,
} from 'apimachinery/meta'
import { GroupVersionKind, parseGroupKind, parseGroupVersion, parseResourceArg } from 'apimachinery/schema'
import { documentText } from '../document-text.mjs'

/** `apps/v1/Deployment`, or `v1/Pod`. */
function kindOf(gvk) {
  const [kind = '', version = '', group = ''] = gvk.split('/').reverse()
  return new GroupVersionKind(group, version, kind)
}

/** `deployments`, `deployments.apps` or `deployments.v1.apps`. */
function partialResource(argument) {
  const { groupVersionResource, groupResource } = parseResourceArg(argument)
  return groupVersionResource ?? groupResource
}

/** A mapper of the kinds in the request: `[{gvk, plural, singular, scope}]`, preferred versions in `args`. */
function defaultMapper(request) {
  const preferred = (request.args ?? []).filter((argument) => typeof argument === 'string').map(parseGroupVersion)
  const mapper = new DefaultRESTMapper(preferred)
  for (const { gvk, plural = '', singular = '', scope } of JSON.parse(documentText(request))) {
    const kind = kindOf(gvk)
    const mapperScope = scope === 'root' ? restScopeRoot : restScopeNamespace
    if (plural === '') mapper.add(kind, mapperScope)
    else {
      const gv = kind.groupVersion()
      mapper.addSpecific(kind, { plural: gv.withResource(plural), singular: gv.withResource(singular) }, mapperScope)
    }
  }
  return mapper
}

function attempt(ask) {
  try {
    const result = ask()
    return { result: Array.isArray(result) ? result.map(String) : typeof result === 'object' ? result : String(result) }
  } catch (error) {
    return { error: error.message, noMatch: isNoMatchError(error), ambiguous: isAmbiguousError(error) }
  }
}

function mappingText({ resource, groupVersionKind, scope }) {
  return `${resource} ${groupVersionKind} ${scope.name}`
}

function put(question, mapper, categories) {
  const { ask, group = '', version = '', resource = '', kind = '', versions = [], category } = question
  switch (ask) {
    case 'kindFor':
    case 'resourceFor':
      return String(mapper[ask]({ group, version, resource }))
    case 'kindsFor':
    case 'resourcesFor':
      return mapper[ask]({ group, version, resource })
    case 'restMapping':
      return mappingText(mapper.restMapping({ group, kind }, ...versions))
    case 'restMappings':
      return mapper.restMappings({ group, kind }, ...versions).map(mappingText)
    case 'resourceSingularizer':
      return mapper.resourceSingularizer(resource)
    default:
      return categories.expand(category) ?? []
  }
}

export const operations = {
  'gvk.guess'({ gvk }) {
    const { plural, singular } = unsafeGuessKindToResource(kindOf(gvk))
    return { plural: plural.resource, singular: singular.resource, pluralGVR: `${plural}` }
  },
  'mapper.kindFor': (request) => attempt(() => String(defaultMapper(request).kindFor(partialResource(request.a)))),
  'mapper.kindsFor': (request) => attempt(() => defaultMapper(request).kindsFor(partialResource(request.a))),
  'mapper.resourceFor': (request) =>
    attempt(() => String(defaultMapper(request).resourceFor(partialResource(request.a)))),
  'mapper.resourcesFor': (request) => attempt(() => defaultMapper(request).resourcesFor(partialResource(request.a))),
  'mapper.restMapping': (request) =>
    attempt(() => {
      const mapping = defaultMapper(request).restMapping(parseGroupKind(request.a), ...(request.values ?? []))
      return { resource: `${mapping.resource}`, gvk: `${mapping.groupVersionKind}`, scope: mapping.scope.name }
    }),
  'mapper.singularize': (request) => attempt(() => defaultMapper(request).resourceSingularizer(request.a)),
  'mapper.discovery'(request) {
    const { groups, resourceLists, questions } = JSON.parse(documentText(request))
    const discovery = { groups, resourceLists, failures: [] }
    const mapper = new ShortcutExpander(newDiscoveryRESTMapper(discovery), discovery)
    const categories = new DiscoveryCategoryExpander(discovery)
    return { answers: questions.map((question) => attempt(() => put(question, mapper, categories))) }
  },
  jsonpath(request) {
    const path = JSONPath.parse(request.a, { allowMissingKeys: request.strict !== true })
    return { out: path.execute(JSON.parse(documentText(request))) }
  },
}
