import { describe, expect, it } from 'vitest'
import {
  type FieldError,
  type FieldPath,
  fieldPath,
  nameIsDNSSubdomain,
  type ObjectMetaFields,
  required,
  totalAnnotationSizeLimitB,
  validateAnnotations,
  validateFinalizers,
  validateImmutableField,
  validateManagedFields,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateObjectMetaWithOpts,
  validateOwnerReferences,
} from '../../src/validation/index.js'

const path = fieldPath('metadata')
const good: ObjectMetaFields = {
  name: 'web',
  namespace: 'default',
  uid: 'u',
  resourceVersion: '1',
  generation: 2,
  creationTimestamp: '2024-01-01T00:00:00Z',
  labels: { app: 'web' },
  annotations: { 'Example.com/Note': 'anything goes' },
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true }],
  finalizers: ['example.com/keep'],
  managedFields: [{ manager: 'kubectl', operation: 'Apply', fieldsType: 'FieldsV1' }],
}

const [owner] = good.ownerReferences as [object]

function created(changes: ObjectMetaFields, requiresNamespace = true): string[] {
  const rules = { requiresNamespace, validateName: nameIsDNSSubdomain }
  return validateObjectMeta({ ...good, ...changes }, rules, path).map((error) => error.message)
}

function updated(changes: ObjectMetaFields, before: ObjectMetaFields = {}): string[] {
  return validateObjectMetaUpdate({ ...good, ...changes }, { ...good, ...before }, path).map((error) => error.message)
}

describe('names', () => {
  // Only the beginning of a generated name may end in a dash.
  it.each<[ObjectMetaFields, string[]]>([
    [{ name: 'web-' }, ['metadata.name: Invalid value: "web-"']],
    [{ name: 'web', generateName: 'web-' }, []],
    [{ name: 'web', generateName: '' }, []],
    [{ name: 'web', generateName: '-web' }, ['metadata.generateName: Invalid value: "-web"']],
    [{ name: '' }, ['metadata.name: Required value']],
    [{ name: null }, ['metadata.name: Required value']],
  ])('%j', (names, errors) => {
    const found = created(names)
    expect(found.map((each, i) => each.slice(0, errors[i]?.length))).toEqual(errors)
  })
})

describe('new objects', () => {
  it('pass when all is well', () => {
    expect(created({})).toEqual([])
    expect(created({ namespace: null }, false)).toEqual([])
    expect(created({ labels: null, annotations: null, ownerReferences: null, finalizers: null })).toEqual([])
  })

  it.each<[ObjectMetaFields, string[]]>([
    [{ name: '' }, ['metadata.name: Required value: name or generateName is required']],
    [{ namespace: '' }, ['metadata.namespace: Required value']],
    [{ namespace: 'a.b' }, ['metadata.namespace: Invalid value: "a.b": must not contain dots']],
    [
      { namespace: 'a-' },
      [expect.stringMatching(/^metadata\.namespace: Invalid value: "a-": a lowercase RFC 1123 label/)],
    ],
    [
      { namespace: '', generation: -1 },
      [
        'metadata.namespace: Required value',
        'metadata.generation: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [{ generation: -1 }, ['metadata.generation: Invalid value: -1: must be greater than or equal to 0']],
    [{ generateName: 'web-' }, []],
    [{ labels: { app: '-' } }, [expect.stringMatching(/^metadata\.labels: Invalid value: "-": a valid label/)]],
    [
      { labels: { '': 'x' } },
      [
        'metadata.labels: Invalid value: "": name part must be non-empty',
        expect.stringMatching(/^metadata\.labels: Invalid value: "": name part must consist/),
      ],
    ],
    [
      { managedFields: [{ operation: 'Create' }] },
      ['metadata.managedFields[0].operation: Unsupported value: "Create": supported values: "Apply", "Update"'],
    ],
  ])('find in %j', (changes, messages) => {
    expect(created(changes)).toEqual(messages)
  })

  it('of kinds without namespaces have none', () => {
    expect(created({}, false)).toEqual(['metadata.namespace: Forbidden: not allowed on this type'])
  })

  it('take a name rule with errors of its own', () => {
    const rules = { requiresNamespace: true, validateName: () => [required(fieldPath('x'), 'rule')] }
    const messages = (meta: ObjectMetaFields): string[] =>
      validateObjectMetaWithOpts({ ...good, ...meta }, rules, path).map((error) => error.message)
    expect(messages({})).toEqual(['x: Required value: rule'])
    expect(messages({ generateName: 'a-' })).toEqual(['x: Required value: rule'])
    expect(messages({ name: null, generateName: null })).toEqual([
      'metadata.name: Required value: name or generateName is required',
    ])
    expect(messages({ name: '', generateName: 'a-' })).toEqual([
      'metadata.name: Internal error: generateName was specified ("a-"), but no name was generated',
      'metadata.name: Required value: name or generateName is required',
    ])
  })
})

describe('parts of a new object', () => {
  it('are named by their paths', () => {
    const bad: ObjectMetaFields = {
      name: 'a',
      labels: { a: '-' },
      annotations: { '-': '' },
      ownerReferences: [{}],
      finalizers: ['-'],
      managedFields: [{ operation: 'x' }],
    }
    const validateName = (at: FieldPath): FieldError[] => [required(at, '')]
    const errors = validateObjectMetaWithOpts(bad, { requiresNamespace: true, validateName }, path)
    expect(new Set(errors.map((error) => error.field.replace(/\[.*/, '')))).toEqual(
      new Set(
        ['name', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields'].map(
          (name) => `metadata.${name}`,
        ),
      ),
    )
  })
})

describe('changed objects', () => {
  it('pass when nothing changes, however the time is written', () => {
    expect(updated({})).toEqual([])
    expect(updated({ creationTimestamp: '2024-01-01T01:00:00+01:00' })).toEqual([])
    expect(updated({ generation: 0 }, { generation: 0 })).toEqual([])
  })

  it('may not change a fraction of a second, nor a text that is no time', () => {
    const [whole, half, text] = ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.5Z', 'yesterday']
    const messages = (now: string, before: string): number =>
      updated({ creationTimestamp: now }, { creationTimestamp: before }).length
    expect([messages(whole, half), messages(half, whole), messages(half, half)]).toEqual([1, 1, 0])
    expect([messages(text, whole), messages(text, text), messages('today', text)]).toEqual([1, 0, 1])
  })

  it.each<[ObjectMetaFields, string[]]>([
    [{ resourceVersion: '' }, ['metadata.resourceVersion: Invalid value: "": must be specified for an update']],
    [{ generation: 1 }, ['metadata.generation: Invalid value: 1: must not be decremented']],
    [{ name: 'other' }, ['metadata.name: Invalid value: "other": field is immutable']],
    [{ namespace: null }, ['metadata.namespace: Invalid value: "": field is immutable']],
    [{ name: null }, ['metadata.name: Invalid value: "": field is immutable']],
    [{ uid: null }, ['metadata.uid: Invalid value: "": field is immutable']],
    [{ resourceVersion: null }, ['metadata.resourceVersion: Invalid value: "": must be specified for an update']],
    [{ managedFields: [{}] }, ['metadata.managedFields[0].operation: Required value: must not be empty']],
    [
      { ownerReferences: [{ ...owner, uid: '' }] },
      ['metadata.ownerReferences[0].uid: Required value: must not be empty'],
    ],
    [{ labels: { a: '-' } }, [expect.stringMatching(/^metadata\.labels: Invalid value: "-": a valid label/)]],
    [{ annotations: { '-': '' } }, [expect.stringMatching(/^metadata\.annotations: Invalid value: "-": name part/)]],
    [{ uid: 'a\u0007' }, ['metadata.uid: Invalid value: "a\\u0007": field is immutable']],
    [{ creationTimestamp: null }, ['metadata.creationTimestamp: Invalid value: null: field is immutable']],
    [
      { deletionTimestamp: '2024-01-01T01:00:00+01:00' },
      ['metadata.deletionTimestamp: Invalid value: "2024-01-01T00:00:00Z": field is immutable'],
    ],
    [{ deletionGracePeriodSeconds: 3 }, ['metadata.deletionGracePeriodSeconds: Invalid value: 3: field is immutable']],
  ])('may not have %j', (changes, messages) => {
    expect(updated(changes)).toEqual(messages)
  })

  it('may not get what they did not have', () => {
    expect(updated({}, { name: null, namespace: null, uid: null })).toEqual([
      'metadata.name: Invalid value: "web": field is immutable',
      'metadata.namespace: Invalid value: "default": field is immutable',
      'metadata.uid: Invalid value: "u": field is immutable',
    ])
    expect(updated({ deletionTimestamp: '2024-01-01T00:00:00Z' }, { deletionTimestamp: null })).toHaveLength(1)
  })

  it('are marked where declarative rules find the same', () => {
    const found = validateObjectMetaUpdate({ ...good, uid: 'v', name: 'x', generation: -1 }, good, path)
    expect(found.map(({ field, origin, coveredByDeclarative }) => [field, origin, coveredByDeclarative])).toEqual([
      ['metadata.generation', 'minimum', true],
      ['metadata.generation', '', false],
      ['metadata.name', '', false],
      ['metadata.uid', 'immutable', true],
    ])
  })

  it('get no finalizers while they are deleted', () => {
    expect(
      updated(
        { deletionTimestamp: '2024-01-01T00:00:00Z', finalizers: ['c', 'b', 'a'] },
        {
          deletionTimestamp: '2024-01-01T00:00:00Z',
          finalizers: ['b'],
        },
      ),
    ).toEqual([expect.stringMatching(/found new finalizers \[\]string\{"a", "c"\}$/)])
    const deletionTimestamp = '2024-01-01T00:00:00Z'
    expect(updated({ deletionTimestamp, finalizers: ['b', 'a', 'b'] }, { deletionTimestamp })).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a", "b"}',
    ])
    expect(updated({ deletionTimestamp, finalizers: [] }, { deletionTimestamp })).toEqual([])
  })
})

describe('parts of metadata', () => {
  it('owners are complete, allowed, and at most one controls', () => {
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u', controller: true }
    const messages = (...owners: object[]): string[] =>
      validateOwnerReferences(owners, path).map((error) => error.message)
    expect(messages({})).toEqual([
      'metadata[0].apiVersion: Required value: must not be empty',
      'metadata[0].kind: Required value: must not be empty',
      'metadata[0].name: Required value: must not be empty',
      'metadata[0].uid: Required value: must not be empty',
    ])
    expect(messages({ ...owner, apiVersion: 'a/b/c' })).toEqual([
      'metadata[0].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>',
    ])
    for (const apiVersion of ['a/', '/', 'a//']) {
      expect(messages({ ...owner, apiVersion })).toEqual([
        `metadata[0].apiVersion: Invalid value: "${apiVersion}": must be <group>/<version> or <version>`,
      ])
    }
    // Go splits the text at its slash, and asks for a version only.
    expect(messages({ ...owner, apiVersion: '/v1' })).toEqual([])
    expect(messages({ ...owner, apiVersion: 'events.k8s.io/v1', kind: 'Event' })).toEqual([])
    expect(messages({ ...owner, controller: false }, { ...owner, controller: undefined }, owner)).toEqual([])
    expect(messages({ ...owner, kind: 'Event', controller: false })).toEqual([
      'metadata[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"a","uid":"u","controller":false}: /v1, Kind=Event is disallowed from being an owner',
    ])
    expect(messages(owner, { ...owner, name: 'b' })).toEqual([
      expect.stringContaining('Found "true" in references for Pod/a and Pod/b'),
    ])
    const banned = { apiVersion: 'v1', kind: 'Event', blockOwnerDeletion: false }
    expect(messages(banned).at(-1)).toBe(
      'metadata[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"","uid":"","blockOwnerDeletion":false}: /v1, Kind=Event is disallowed from being an owner',
    )
    expect(messages({ ...banned, controller: null, blockOwnerDeletion: null }).at(-1)).toContain('"uid":""}: /v1')
    expect(messages({ controller: true }, null as never, { controller: true }).at(-1)).toBe(
      'metadata: Invalid value: [{"apiVersion":"","kind":"","name":"","uid":"","controller":true},{"apiVersion":"","kind":"","name":"","uid":""},{"apiVersion":"","kind":"","name":"","uid":"","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for / and /',
    )
  })

  it('finalizers do not contradict each other', () => {
    expect(validateFinalizers(['orphan', 'foregroundDeletion'], path).map((error) => error.message)).toEqual([
      'metadata: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ])
    expect(validateFinalizers(['/'], path)).not.toEqual([])
    for (const alone of [undefined, null, [], ['orphan'], ['foregroundDeletion'], ['orphan', 'orphan']]) {
      expect(validateFinalizers(alone, path)).toEqual([])
    }
  })

  it('annotations are limited in bytes, not characters', () => {
    const fits = { a: 'é'.repeat((totalAnnotationSizeLimitB - 2) / 2) }
    expect(validateAnnotations(fits, path)).toEqual([])
    expect(validateAnnotations({ a: 'x'.repeat(totalAnnotationSizeLimitB - 1) }, path)).toEqual([])
    expect(validateAnnotations({ a: 'x'.repeat(totalAnnotationSizeLimitB) }, path)).toHaveLength(1)
    expect(validateAnnotations({ ...fits, a: fits.a.slice(1), b: null as never }, path)).toEqual([])
    expect(validateAnnotations({ ...fits, bc: '' }, path).map((error) => error.message)).toEqual([
      'metadata: Too long: may not be more than 262144 bytes',
    ])
  })

  it('annotations have names whose letters may be upper case', () => {
    expect(validateAnnotations({ '\u0130': '', A: '' }, path)).toEqual([])
    expect(validateAnnotations({ 'A-': '' }, path)).toMatchObject([
      { badValue: 'A-', origin: 'format=k8s-label-key', detail: expect.stringMatching(/^name part must consist of/) },
    ])
  })

  it('entries of managed fields have an operation, and fields of a known form', () => {
    const entries = [
      {},
      { operation: 'Apply', fieldsType: 'V2', manager: '\u0007' },
      { operation: 'Update', fieldsType: 'FieldsV1', subresource: 'a'.repeat(256) },
      { operation: 'Update', subresource: 'a'.repeat(257) },
    ]
    expect(validateManagedFields(entries, path).map((error) => error.message)).toEqual([
      'metadata[0].operation: Required value: must not be empty',
      'metadata[1].fieldsType: Invalid value: "V2": must be `FieldsV1`',
      'metadata[1].manager: Invalid value: "\\a": invalid character U+0007 (at position 0)',
      'metadata[3].subresource: Too long: may not be more than 256 bytes',
    ])
    // Go has read each half of a character as U+FFFD, which can be printed.
    expect(validateManagedFields([{ operation: 'Apply', manager: '\ud800\udfff'.slice(0, 1) }], path)).toEqual([])
    expect(validateManagedFields([{ operation: 'Apply', manager: '\udfff' }], path)).toEqual([])
    expect(validateManagedFields([{ operation: 'Apply', manager: '\ue000' }], path)).toHaveLength(1)
  })

  it('field managers can be printed', () => {
    const messages = validateManagedFields([{ operation: 'Apply', manager: 'é\u0007\u{e0001}' }], path).map(
      (error) => error.detail,
    )
    expect(messages).toEqual(['invalid character U+0007 (at position 2)', 'invalid character U+E0001 (at position 3)'])
    expect(validateManagedFields([{ operation: 'Apply', manager: 'm'.repeat(129) }], path)).toHaveLength(1)
    expect(validateManagedFields([{ operation: 'Apply', manager: 'm'.repeat(128) }], path)).toEqual([])
  })

  it('immutable values are compared as values', () => {
    const changed = (now: unknown, before: unknown): boolean => validateImmutableField(now, before, path).length > 0
    expect(changed({ a: [1], b: {} }, { b: null, a: [1] })).toBe(false)
    expect(changed(3n, 3)).toBe(false)
    expect(changed([], undefined)).toBe(false)
    expect(changed([1, 2], [2, 1])).toBe(true)
    expect(changed({ a: 1 }, [1])).toBe(true)
    expect([changed({ 0: 1 }, [1]), changed([1], { 0: 1 })]).toEqual([true, true])
    expect([changed([null], []), changed([1, null], [1])]).toEqual([true, true])
    expect(changed({ length: [1] }, { length: [1] })).toBe(false)
    expect([changed('ab', { 0: 'a', 1: 'b' }), changed({ 0: 'a' }, 'a'), changed(1, {})]).toEqual([true, true, true])
    expect([changed(null, { a: 1 }), changed({ a: 1 }, null)]).toEqual([true, true])
    expect([changed('3', 3), changed(3n, '3'), changed(1.5, 1.5)]).toEqual([true, true, false])
    expect(changed(JSON.parse('{"__proto__":1}'), {})).toBe(true)
    let deep: unknown[] = []
    let other: unknown[] = [1]
    for (let i = 0; i < 100_000; i++) [deep, other] = [[deep], [other]]
    expect(changed(deep, other)).toBe(true)
  })
})

describe('finalizers of an object that is being deleted', () => {
  const fresh = { ...good, finalizers: ['example.com/keep', 'example.com/new'] }
  const added = (now: ObjectMetaFields, before: ObjectMetaFields): string[] =>
    validateObjectMetaUpdate(now, before, path)
      .filter(({ field }) => field === 'metadata.finalizers')
      .map(({ message }) => message)

  it('may be added while it is not, also where null says so', () => {
    expect(added(fresh, good)).toEqual([])
    expect(added(fresh, { ...good, deletionTimestamp: null } as never)).toEqual([])
    expect(added(fresh, { ...good, deletionTimestamp: undefined })).toEqual([])
  })

  it('may not be added once it is, but removed', () => {
    const deletionTimestamp = '2024-01-02T00:00:00Z'
    expect(added({ ...fresh, deletionTimestamp }, { ...good, deletionTimestamp })).toEqual([
      expect.stringContaining('no new finalizers can be added if the object is being deleted'),
    ])
    expect(added({ ...good, deletionTimestamp, finalizers: [] }, { ...good, deletionTimestamp })).toEqual([])
  })
})
