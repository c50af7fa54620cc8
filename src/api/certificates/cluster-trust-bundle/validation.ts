import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, tooLong } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { clusterTrustBundleNameProblems, validateSignerName } from '../../core/volume/signer-name.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { pemBlocks } from '../../validation/pem.js'
import { authorityProblem } from '../certificate-signing-request/ca-certificate.js'
import type { ClusterTrustBundle } from '../v1/types.gen.js'

const maxBundleSize = 1024 * 1024
const path = /* @__PURE__ */ fieldPath('spec', 'signerName')
const bundlePath = /* @__PURE__ */ fieldPath('spec', 'trustBundle')

/** Checks a new ClusterTrustBundle. */
export function validateClusterTrustBundle(bundle: ClusterTrustBundle): readonly FieldError[] {
  return [...commonErrors(bundle), ...trustBundleErrors(bundle.spec?.trustBundle ?? '', bundlePath)]
}

/** Checks a changed ClusterTrustBundle. A bundle that stays the same is not read again. */
export function validateClusterTrustBundleUpdate(
  bundle: ClusterTrustBundle,
  old: ClusterTrustBundle,
): readonly FieldError[] {
  const [now, before] = [bundle.spec?.trustBundle ?? '', old.spec?.trustBundle ?? '']
  return [
    ...commonErrors(bundle),
    ...(now === before ? [] : trustBundleErrors(now, bundlePath)),
    ...validateObjectMetaUpdate(bundle.metadata, old.metadata, fieldPath('metadata')),
    ...validateImmutableField(bundle.spec?.signerName ?? '', old.spec?.signerName ?? '', path),
  ]
}

function commonErrors({ metadata, spec }: ClusterTrustBundle): FieldError[] {
  const signerName = spec?.signerName ?? ''
  const validateName = (name: string) => clusterTrustBundleNameProblems(name, signerName)
  return [
    ...validateObjectMeta(metadata, { requiresNamespace: false, validateName }, fieldPath('metadata')),
    ...(signerName === '' ? [] : validateSignerName(signerName, path)),
  ]
}

/** Certificates of authorities, each once, and at least one. */
function trustBundleErrors(bundle: string, path: FieldPath): FieldError[] {
  if (utf8Length(bundle) > maxBundleSize) return [tooLong(path, maxBundleSize)]
  const problem = (text: string) => invalid(path, '<value omitted>', text)
  const blocks = pemBlocks(new TextEncoder().encode(bundle))
  const errors = blocks.flatMap(({ type, hasHeaders, bytes }, i) => {
    if (type !== 'CERTIFICATE') return [problem(`entry ${i} has bad block type: ${type}`)]
    if (hasHeaders) return [problem(`entry ${i} has PEM block headers`)]
    const wrong = authorityProblem(bytes)
    return wrong === undefined ? [] : [problem(`entry ${i} ${wrong}`)]
  })
  if (errors.length > 0) return errors
  if (blocks.length === 0) return [problem('at least one trust anchor must be provided')]
  const places = new Map<string, number[]>()
  for (const [i, { bytes }] of blocks.entries()) {
    const key = bytes.join(',')
    places.set(key, [...(places.get(key) ?? []), i])
  }
  return [...places.values()]
    .filter(({ length }) => length > 1)
    .map((indices) => problem(`duplicate trust anchor (indices [${indices.join(' ')}])`))
}
