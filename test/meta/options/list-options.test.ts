import { describe, expect, test } from 'vitest'
import * as core from '../../../src/api/core/v1/index.js'
import { parseFieldSelectorFor, setListOptionsDefaults, validateListOptions } from '../../../src/meta/index.js'
import { ListOptions } from '../../../src/meta/v1/index.js'
import { ParameterCodec } from '../../../src/runtime/scheme/parameter-codec.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { GroupVersion, GroupVersionKind } from '../../../src/schema/index.js'
import { thrown } from '../../thrown.js'

const messages = (options: object, watchList = true) =>
  validateListOptions(options, { watchList }).map(({ message }) => message)

describe('checks', () => {
  test.each([
    [{}, []],
    [{ resourceVersion: '1', resourceVersionMatch: 'Exact' }, []],
    [{ watch: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }, []],
    [
      { resourceVersionMatch: 'Exact' },
      ['resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided'],
    ],
    [
      { resourceVersion: '1', resourceVersionMatch: 'Exact', continue: 'x' },
      ['resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided'],
    ],
    [
      { resourceVersion: '0', resourceVersionMatch: 'Exact' },
      ['resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
    ],
    [
      { resourceVersion: '1', resourceVersionMatch: 'foo' },
      ['resourceVersionMatch: Unsupported value: "foo": supported values: "Exact", "NotOlderThan", ""'],
    ],
    [{ sendInitialEvents: false }, ['sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list']],
    [
      { watch: true, sendInitialEvents: true },
      ['resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
    ],
    [
      { watch: true, resourceVersionMatch: 'NotOlderThan' },
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ],
    ],
    [
      { watch: true, sendInitialEvents: true, resourceVersionMatch: 'Exact', continue: 'x' },
      [
        'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
        'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"',
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
      ],
    ],
  ])('%j', (options, expected) => {
    expect(messages(options)).toEqual(expected)
  })

  test('a server that streams no lists', () => {
    expect(messages({ watch: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }, false)).toEqual([
      'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
    ])
  })
})

describe('defaults', () => {
  test.each([
    [{ watch: true }, { watch: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }],
    [
      { watch: true, resourceVersion: '0' },
      { watch: true, resourceVersion: '0', sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' },
    ],
    [
      { watch: true, resourceVersion: '7' },
      { watch: true, resourceVersion: '7' },
    ],
    [
      { watch: true, sendInitialEvents: false },
      { watch: true, sendInitialEvents: false },
    ],
    [{}, {}],
  ])('%j', (options, expected) => {
    const filled = { ...options }
    setListOptionsDefaults(filled)
    expect(filled).toEqual(expected)
    const untouched = { ...options }
    setListOptionsDefaults(untouched, { watchList: false })
    expect(untouched).toEqual(options)
  })
})

describe('a query', () => {
  const scheme = new Scheme()
  core.addToScheme(scheme)
  const v1 = new GroupVersion('', 'v1')
  const pods = new GroupVersionKind('', 'v1', 'Pod')
  scheme.addFieldLabelConversionFunc(pods, (label, value) => {
    if (label === 'spec.host') return { label: 'spec.nodeName', value }
    if (label === 'metadata.name') return { label, value }
    throw new Error(`field label not supported: ${label}`)
  })

  test('becomes options and comes back', () => {
    const codec = new ParameterCodec(scheme)
    const query = new URLSearchParams(
      'watch=true&limit=5&labelSelector=a%3Db&timeoutSeconds=10&fieldSelector=spec.host%3Dx',
    )
    const options = codec.decodeParameters(query, v1, ListOptions)
    expect(options).toMatchObject({ watch: true, limit: 5, labelSelector: 'a=b', timeoutSeconds: 10 })
    const back = codec.encodeParameters(options, v1)
    expect(Object.fromEntries(back)).toEqual(Object.fromEntries(query))
  })

  test('has a field selector with the labels of the kind', () => {
    expect(`${parseFieldSelectorFor(scheme, pods, 'spec.host=x,metadata.name!=y')}`).toBe(
      'metadata.name!=y,spec.nodeName=x',
    )
    expect(thrown(() => parseFieldSelectorFor(scheme, pods, 'spec.no=x')).message).toBe(
      'field label not supported: spec.no',
    )
    const nodes = new GroupVersionKind('', 'v1', 'Node')
    expect(thrown(() => parseFieldSelectorFor(scheme, nodes, 'spec.no=x')).message).toBe(
      '"spec.no" is not a known field selector: only "metadata.name", "metadata.namespace"',
    )
  })
})
