/** Acronyms that Go writes in capitals at the beginning of a field's name. */
const initialisms =
  /^(api|aws|ca|cel|cidr|cpu|csi|dns|fc|fs|gce|gid|http|id|ip|iscsi|nfs|os|pid|rbd|sctp|ttl|tls|uid|uri|url|uuid)(?=[A-Z]|s?$)/
/** The same, after a letter in lower case. */
const laterInitialisms = /(?<=[a-z])(Id|Uid|Url|Ip|Api)(?=[A-Z]|s?$)/g

const otherNames: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['cephfs', 'CephFS'],
  ['storageos', 'StorageOS'],
  ['$schema', 'Schema'],
  ['$ref', 'Ref'],
])

/** The name of a field in Go's struct, made from its name in JSON. */
export function goFieldName(jsonName: string): string {
  const known = otherNames.get(jsonName)
  if (known !== undefined) return known
  if (jsonName.startsWith('x-kubernetes-')) return extensionName(jsonName)
  const first = jsonName.replace(initialisms, (word) => word.toUpperCase())
  const capital = first.charAt(0).toUpperCase() + first.slice(1)
  return capital.replace(laterInitialisms, (word) => word.toUpperCase())
}

/** The name of an extension of schemas: `x-kubernetes-list-type` is `XListType`. */
function extensionName(jsonName: string): string {
  return `X${jsonName.slice('x-kubernetes'.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}`
}
