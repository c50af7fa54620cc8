import type { StorageClass } from 'apimachinery/api/storage/v1'

const annotations: readonly string[] = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
]

/** The class of claims that name none: of several the newest, of equally old ones the first by name. */
export function defaultClass(classes: readonly StorageClass[]): StorageClass | undefined {
  const isDefault = ({ metadata }: StorageClass): boolean =>
    annotations.some((name) => metadata?.annotations?.[name] === 'true')
  const time = ({ metadata }: StorageClass): string => String(metadata?.creationTimestamp ?? '')
  const name = ({ metadata }: StorageClass): string => metadata?.name ?? ''
  return classes
    .filter(isDefault)
    .sort((a, b) => (time(a) === time(b) ? (name(a) < name(b) ? -1 : 1) : time(a) > time(b) ? -1 : 1))[0]
}
