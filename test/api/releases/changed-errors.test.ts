import { describe, expect, test } from 'vitest'
import { releaseOf } from '../../../src/api/releases/release.js'
import { Judged, type Place, type Written } from '../validation/judged.js'

const configMaps: Place = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'n' }
const ofMetadata = (metadata: object): Written => ({ metadata: { name: 'a', ...metadata } })

/** What a new object is refused with: what is wrong → the place, the object, and the errors by release. */
const created: Readonly<Record<string, readonly [Place, Written, Readonly<Record<string, readonly string[]>>]>> = {
  'an empty owner reference': [
    configMaps,
    ofMetadata({ ownerReferences: [{}] }),
    {
      '1.36': [
        'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
        'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
      ],
      '1.37': [
        'metadata.ownerReferences[0].apiVersion: Required value: must not be empty',
        'metadata.ownerReferences[0].kind: Required value: must not be empty',
        'metadata.ownerReferences[0].name: Required value: must not be empty',
        'metadata.ownerReferences[0].uid: Required value: must not be empty',
      ],
    },
  ],
  'an owner of no version': [
    configMaps,
    ofMetadata({ ownerReferences: [{ apiVersion: 'a/b/c', kind: 'K', name: 'n', uid: 'u' }] }),
    {
      '1.36': ['metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty'],
      '1.37': [
        'metadata.ownerReferences[0].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>',
      ],
    },
  ],
  'an event as owner': [
    configMaps,
    ofMetadata({ ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'n', uid: 'u' }] }),
    {
      '1.36': [
        'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"n","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
      '1.37': [
        'metadata.ownerReferences[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"n","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    },
  ],
}

const rows = Object.entries(created).flatMap(([what, [place, object, byRelease]]) =>
  Object.entries(byRelease).map(([release, errors]) => ({ what, release, place, object, errors })),
)

describe('errors that changed between releases', () => {
  test.each(rows)('$what in $release', async ({ release, place, object, errors }) => {
    expect(await new Judged(place).in(releaseOf(release)).create(object)).toEqual(errors)
  })
})
