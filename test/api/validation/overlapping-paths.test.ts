import { expect, test } from 'vitest'
import type { Volume } from '../../../src/api/core/v1/types.gen.js'
import { warningsForOverlappingPaths } from '../../../src/api/core/volume/overlapping-paths.js'

const items = (...paths: string[]) => paths.map((path) => ({ key: 'k', path }))
const projected = (...sources: object[]): object => ({ projected: { sources } })
const downward = (...paths: string[]) => ({ downwardAPI: { items: items(...paths) } })
const secret = (path: string) => ({ secret: { name: 'Test', items: items(path) } })
const token = (path: string) => ({ serviceAccountToken: { path } })
const bundle = (path: string, names: object = { name: 'Test' }) => ({ clusterTrustBundle: { ...names, path } })
const configMap = (...paths: string[]) => ({ configMap: { name: 'C', items: items(...paths) } })

/** A volume, and the overlaps that are told; the first rows are those of pkg/api/pod/warnings_test.go. */
const rows: readonly (readonly [name: string, volume: object, overlaps: readonly string[]])[] = [
  [
    'a token and a bundle',
    projected(token('test'), bundle('test')),
    ['(Projected): overlapping paths: "test" (ClusterTrustBundle "Test") with "test" (ServiceAccountToken)'],
  ],
  [
    'a secret and a config map',
    projected(secret('test'), configMap('test/test1')),
    ['(Projected): overlapping paths: "test/test1" (ConfigMap "C") with "test" (Secret "Test")'],
  ],
  [
    'downward API and bundle',
    projected(downward('test/test2'), bundle('test')),
    ['(Projected): overlapping paths: "test" (ClusterTrustBundle "Test") with "test/test2" (DownwardAPI)'],
  ],
  ['no path at all', projected(secret(''), configMap('', 'a')), []],
  ['paths beside each other', projected(secret('a/b'), configMap('a/bc', 'a/c', 'ab')), []],
  [
    'a path in a folder of a folder',
    projected(secret('a/b/c'), configMap('a')),
    ['(Projected): overlapping paths: "a" (ConfigMap "C") with "a/b/c" (Secret "Test")'],
  ],
  [
    'a path with slashes at its end',
    projected(secret('a//'), configMap('a/b')),
    ['(Projected): overlapping paths: "a/b" (ConfigMap "C") with "a" (Secret "Test")'],
  ],
  [
    'several sources',
    projected(bundle('test/test', { signerName: 'Test' }), downward('test'), secret('test'), token('test')),
    [
      '(Projected): overlapping paths: "test" (DownwardAPI) with "test/test" (ClusterTrustBundle "Test")',
      '(Projected): overlapping paths: "test" (Secret "Test") with "test/test" (ClusterTrustBundle "Test")',
      '(Projected): overlapping paths: "test" (Secret "Test") with "test" (DownwardAPI)',
      '(Projected): overlapping paths: "test" (ServiceAccountToken) with "test/test" (ClusterTrustBundle "Test")',
      '(Projected): overlapping paths: "test" (ServiceAccountToken) with "test" (DownwardAPI)',
      '(Projected): overlapping paths: "test" (ServiceAccountToken) with "test" (Secret "Test")',
    ],
  ],
  [
    'one source twice',
    projected(token('test/test2'), downward('test', 'test')),
    [
      '(Projected): overlapping paths: "test" (DownwardAPI) with "test/test2" (ServiceAccountToken)',
      '(Projected): overlapping paths: "test" (DownwardAPI) with "test/test2" (ServiceAccountToken)',
      '(Projected): overlapping paths: "test" (DownwardAPI) with "test" (DownwardAPI)',
    ],
  ],
  ['an empty source', projected({}), ['(Projected) has no sources provided']],
  ['a config map', configMap('a', 'b', 'a'), ['(ConfigMap "C"): overlapping paths: "a" with "a"']],
  [
    'a secret',
    { secret: { secretName: 'S', items: items('a/b', 'a') } },
    ['(Secret "S"): overlapping paths: "a" with "a/b"'],
  ],
  ['downward API', downward('a', 'a/b/c'), ['(DownwardAPI): overlapping paths: "a/b/c" with "a"']],
  ['a slash at the end', downward('a//', 'a/b'), ['(DownwardAPI): overlapping paths: "a/b" with "a"']],
  ['a common beginning only', downward('a', 'ab', 'a-b', 'b/a', 'c/a/b'), []],
  ['nothing but slashes', downward('/', '', 'a'), []],
  ['a path from the root', downward('/a', '/a/b', '/b'), ['(DownwardAPI): overlapping paths: "/a/b" with "/a"']],
  [
    'files of a certificate',
    projected({ podCertificate: { certificateChainPath: 'c', keyPath: 'c/k', credentialBundlePath: 'c' } }),
    [
      '(Projected): overlapping paths: "c/k" (PodCertificate key) with "c" (PodCertificate chain)',
      '(Projected): overlapping paths: "c" (PodCertificate credential bundle) with "c" (PodCertificate chain)',
      '(Projected): overlapping paths: "c" (PodCertificate credential bundle) with "c/k" (PodCertificate key)',
    ],
  ],
  ['a certificate without paths', projected({ podCertificate: {} }, token('a')), []],
]

test.each(rows)('files that hide each other in %s', (_, volume, overlaps) => {
  const found = warningsForOverlappingPaths([{ name: 'other' }, { name: 'foo', ...volume } as Volume])
  expect(found).toEqual(overlaps.map((overlap) => `volume "foo" ${overlap}`))
})
