import {
  compareKubeAwareVersionStrings,
  fromAPIVersionAndKind,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
  parseKindArg,
  parseResourceArg,
} from 'apimachinery/schema'
import { documentText } from '../document-text.mjs'

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
    const gv = parseGroupVersion(documentText(request))
    return {
      group: gv.group,
      version: gv.version,
      string: `${gv}`,
      empty: gv.isEmpty(),
      identifier: gv.identifier,
    }
  },
  'gvk.parseArg'(request) {
    const { groupVersionKind, groupKind } = parseKindArg(documentText(request))
    return {
      gk: describeGroupKind(groupKind),
      gvk: groupVersionKind === undefined ? null : describeKind(groupVersionKind),
    }
  },
  'gvr.parseArg'(request) {
    const { groupVersionResource, groupResource } = parseResourceArg(documentText(request))
    return {
      gr: describeGroupResource(groupResource),
      gvr: groupVersionResource === undefined ? null : describeResource(groupVersionResource),
    }
  },
  'gk.parse'(request) {
    const groupKind = parseGroupKind(documentText(request))
    return { ...describeGroupKind(groupKind), empty: groupKind.isEmpty() }
  },
  'gr.parse'(request) {
    const groupResource = parseGroupResource(documentText(request))
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
