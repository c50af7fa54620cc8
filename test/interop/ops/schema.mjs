import {
  compareKubeAwareVersionStrings,
  fromAPIVersionAndKind,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
  parseKindArg,
  parseResourceArg,
} from 'apimachinery/schema'

/** The text of a document field. */
function text({ in: input = '', in64 }) {
  if (in64 !== undefined) return Buffer.from(in64, 'base64').toString()
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function describeKind(gvk) {
  const { group, version, kind } = gvk
  return { group, version, kind, string: `${gvk}`, empty: gvk.isEmpty(), apiVersion: `${gvk.groupVersion()}` }
}

function describeResource(gvr) {
  const { group, version, resource } = gvr
  return { group, version, resource, string: `${gvr}`, empty: gvr.isEmpty() }
}

function describeGroupKind(groupKind) {
  return { group: groupKind.group, kind: groupKind.kind, string: `${groupKind}` }
}

function describeGroupResource(groupResource) {
  return { group: groupResource.group, resource: groupResource.resource, string: `${groupResource}` }
}

export const operations = {
  'gv.parse'(request) {
    const gv = parseGroupVersion(text(request))
    return {
      group: gv.group,
      version: gv.version,
      string: `${gv}`,
      empty: gv.isEmpty(),
      identifier: gv.identifier,
    }
  },
  'gvk.parseArg'(request) {
    const { groupVersionKind, groupKind } = parseKindArg(text(request))
    return {
      gk: describeGroupKind(groupKind),
      gvk: groupVersionKind === undefined ? null : describeKind(groupVersionKind),
    }
  },
  'gvr.parseArg'(request) {
    const { groupVersionResource, groupResource } = parseResourceArg(text(request))
    return {
      gr: describeGroupResource(groupResource),
      gvr: groupVersionResource === undefined ? null : describeResource(groupVersionResource),
    }
  },
  'gk.parse'(request) {
    const groupKind = parseGroupKind(text(request))
    return { ...describeGroupKind(groupKind), empty: groupKind.isEmpty() }
  },
  'gr.parse'(request) {
    const groupResource = parseGroupResource(text(request))
    return { ...describeGroupResource(groupResource), empty: groupResource.isEmpty() }
  },
  'gvk.from'({ apiVersion = '', kind = '' }) {
    const gvk = fromAPIVersionAndKind(apiVersion, kind)
    const back = gvk.toAPIVersionAndKind()
    return { ...describeKind(gvk), toAPIVersion: back.apiVersion, toKind: back.kind }
  },
  'version.compare'({ a = '', b = '' }) {
    return { cmp: compareKubeAwareVersionStrings(a, b) }
  },
}
