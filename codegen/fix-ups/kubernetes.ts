import type { FixUp } from './fix-up.js'

/** The release the fix-ups were written for; there, one that does not apply is an error. */
export const kubernetesRelease = '0.37.2'

const meta = 'k8s.io/apimachinery/pkg/apis/meta/v1'

/** Corrections to what the Go sources of Kubernetes say about their own types. */
export const kubernetesFixUps: readonly FixUp[] = [
  {
    op: 'set-kind',
    package: meta,
    type: 'WatchEvent',
    kind: { kind: 'WatchEvent', registered: true, hasTypeMeta: false },
    defect: 'WatchEvent is registered under a computed kind and has no TypeMeta',
  },
  {
    op: 'drop-type',
    package: meta,
    type: 'Timestamp',
    defect: 'Timestamp is the protobuf form of Time and never part of JSON',
  },
]
