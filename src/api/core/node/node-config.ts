import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isConfigMapKey } from '../../../validation/format-rules.js'
import { nameIsDNSSubdomain, validateNamespaceName } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { nodeConfigSourceDescriptor } from '../v1/descriptors.gen.js'
import type { ConfigMapNodeConfigSource, NodeConfigSource, NodeConfigStatus } from '../v1/types.gen.js'

/** Checks where a node is to take its configuration from. */
export function validateNodeConfigSource(source: NodeConfigSource, path: FieldPath): FieldError[] {
  return sourceErrors(source, path, ({ uid, resourceVersion }, at) => [
    ...(uid ? [forbidden(at.child('uid'), 'uid must not be set in spec')] : []),
    ...(resourceVersion ? [forbidden(at.child('resourceVersion'), 'resourceVersion must not be set in spec')] : []),
  ])
}

/** Checks the configurations that a node reports. */
export function validateNodeConfigStatus(status: NodeConfigStatus, path: FieldPath): FieldError[] {
  return (['assigned', 'active', 'lastKnownGood'] as const).flatMap((name) => {
    const source = status[name]
    if (!isSet(source)) return []
    return sourceErrors(source, path.child(name), ({ uid, resourceVersion }, at) => [
      ...(uid ? [] : [required(at.child('uid'), '')]),
      ...(resourceVersion ? [] : [required(at.child('resourceVersion'), '')]),
    ])
  })
}

function sourceErrors(
  source: NodeConfigSource,
  path: FieldPath,
  versionErrors: (map: Partial<ConfigMapNodeConfigSource>, path: FieldPath) => FieldError[],
): FieldError[] {
  const { configMap } = source
  if (!isSet(configMap)) {
    const detail = 'exactly one reference subfield must be non-nil'
    return [invalidInternal(path, { type: nodeConfigSourceDescriptor, value: source }, detail)]
  }
  const at = path.child('configMap')
  return [
    ...versionErrors(configMap, at),
    ...partErrors(configMap.namespace, (text) => validateNamespaceName(text, false), at.child('namespace')),
    ...partErrors(configMap.name, (text) => nameIsDNSSubdomain(text, false), at.child('name')),
    ...partErrors(configMap.kubeletConfigKey, isConfigMapKey, at.child('kubeletConfigKey')),
  ]
}

function partErrors(text: string | null | undefined, rule: (text: string) => string[], path: FieldPath): FieldError[] {
  if (!text) return [required(path, '')]
  return rule(text).map((problem) => invalid(path, text, problem))
}
