import { describe, expect, it } from 'vitest'
import {
  type FieldError,
  fieldPath,
  isValidConditionReason,
  labelSelectorHasInvalidLabelValue,
  validateConditions,
  validateCreateOptions,
  validateDeleteOptions,
  validateFieldSelectorRequirement,
  validateLabelSelector,
  validatePatchOptions,
  validateTableOptions,
  validateUpdateOptions,
} from '../../src/validation/index.js'

const path = fieldPath('spec')
const messages = (errors: readonly FieldError[]): string[] => errors.map((error) => error.message)

describe('request options', () => {
  it('pass when they are unset or known', () => {
    expect(validateCreateOptions({})).toEqual([])
    expect(validateUpdateOptions({ dryRun: ['All'], fieldValidation: 'Strict', fieldManager: 'me' })).toEqual([])
    expect(validateDeleteOptions({ propagationPolicy: 'Foreground', gracePeriodSeconds: 0 })).toEqual([])
    expect(validatePatchOptions({ force: true, fieldManager: 'me' }, 'application/apply-patch+yaml')).toEqual([])
    for (const includeObject of [undefined, '', 'None', 'Metadata', 'Object']) {
      expect(validateTableOptions({ includeObject })).toEqual([])
    }
    expect(validateDeleteOptions({ propagationPolicy: null, orphanDependents: null, dryRun: null })).toEqual([])
    expect(validatePatchOptions({}, 'application/json-patch+json')).toEqual([])
  })

  it('are refused in the words of Go', () => {
    expect(messages(validateCreateOptions({ dryRun: ['all'], fieldValidation: 'x' }))).toEqual([
      'dryRun: Unsupported value: ["all"]: supported values: "All"',
      'fieldValidation: Unsupported value: "x": supported values: "", "Ignore", "Strict", "Warn"',
    ])
    expect(messages(validateCreateOptions({ fieldManager: '\u0007' }))).toEqual([
      'fieldManager: Invalid value: "\\a": invalid character U+0007 (at position 0)',
    ])
    expect(messages(validatePatchOptions({}, 'application/apply-patch+cbor'))).toEqual([
      'fieldManager: Required value: is required for apply patch',
    ])
    expect(messages(validatePatchOptions({ force: false }, 'application/json-patch+json'))).toEqual([
      'force: Forbidden: may not be specified for non-apply patch',
    ])
    expect(messages(validateDeleteOptions({ dryRun: ['x'] }))).toEqual([
      'dryRun: Unsupported value: ["x"]: supported values: "All"',
    ])
    expect(messages(validateDeleteOptions({ orphanDependents: false, propagationPolicy: 'x' }))).toEqual([
      'propagationPolicy: Invalid value: "x": orphanDependents and deletionPropagation cannot be both set',
      'propagationPolicy: Unsupported value: "x": supported values: "Foreground", "Background", "Orphan", "nil"',
    ])
    expect(
      messages(
        validateDeleteOptions({ ignoreStoreReadErrorWithClusterBreakingPotential: true, gracePeriodSeconds: 1 }),
      ),
    ).toEqual([
      'ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .gracePeriodSeconds',
    ])
    expect(messages(validateTableOptions({ includeObject: 'x' }))).toEqual([
      `includeObject: Invalid value: "x": must be 'Metadata', 'Object', 'None', or empty`,
    ])
  })
})

describe('selectors', () => {
  it('are checked part by part', () => {
    expect(validateLabelSelector(undefined, {}, path)).toEqual([])
    expect(validateLabelSelector(null, {}, path)).toEqual([])
    expect(validateLabelSelector({ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, {}, path)).toEqual([])
    const selector = {
      matchLabels: { a: '-' },
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'a', operator: 'Exists', values: ['x'] },
        { key: 'a', operator: 'Near', values: ['-'] },
      ],
    }
    expect(messages(validateLabelSelector(selector, {}, path))).toEqual([
      expect.stringMatching(/^spec\.matchLabels: Invalid value: "-"/),
      "spec.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      "spec.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      'spec.matchExpressions[2].operator: Invalid value: "Near": not a valid selector operator',
      expect.stringMatching(/^spec\.matchExpressions\[2\]\.values\[0\]: Invalid value: "-"/),
    ])
    expect(
      messages(
        validateLabelSelector({ matchExpressions: [{}, { ...selector.matchExpressions[1], key: '-' }] }, {}, path),
      ),
    ).toEqual([
      'spec.matchExpressions[0].operator: Invalid value: "": not a valid selector operator',
      'spec.matchExpressions[0].key: Invalid value: "": name part must be non-empty',
      expect.stringMatching(/^spec\.matchExpressions\[0\]\.key: Invalid value: "": name part must consist of/),
      expect.stringMatching(/^spec\.matchExpressions\[1\]\.values: Forbidden/),
      expect.stringMatching(/^spec\.matchExpressions\[1\]\.key: Invalid value: "-": name part must consist of/),
    ])
    const lenient = { allowInvalidLabelValueInSelector: true, allowUnknownOperatorInRequirement: true }
    expect(validateLabelSelector(selector, lenient, path)).toHaveLength(3)
    expect(labelSelectorHasInvalidLabelValue(selector)).toBe(true)
    for (const fine of [
      null,
      {},
      { matchLabels: { a: '-' } },
      { matchExpressions: [null as never, { values: ['a'] }] },
    ]) {
      expect(labelSelectorHasInvalidLabelValue(fine)).toBe(false)
    }
    expect(labelSelectorHasInvalidLabelValue({ matchExpressions: [{ values: ['a', '-'] }] })).toBe(true)
    expect(labelSelectorHasInvalidLabelValue({ matchExpressions: [{ values: [null as never] }] })).toBe(false)
  })

  it('of fields need a key', () => {
    expect(messages(validateFieldSelectorRequirement({ operator: 'In', values: ['x'] }, {}, path))).toEqual([
      'spec.key: Required value: must be specified',
    ])
    expect(validateFieldSelectorRequirement({ key: 'a', operator: 'In', values: ['x'] }, {}, path)).toEqual([])
  })
})

describe('conditions', () => {
  it.each([
    ['A', true],
    ['z', true],
    ['A:b,0_', true],
    ['_A', false],
    ['1A', false],
    ['A-b', false],
    ['A:', false],
    ['é', false],
    ['Aé', false],
    ['A\n', false],
    ['', false],
  ])('have a reason such as %j: %s', (reason, isValid) =>
    expect(isValidConditionReason(reason)).toHaveLength(isValid ? 0 : 1),
  )

  const condition = { type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z', reason: 'Fine' }

  it('pass when they are complete', () => {
    expect(validateConditions([condition], path)).toEqual([])
    expect(validateConditions(null, path)).toEqual([])
  })

  it('are refused in the words of Go', () => {
    expect(messages(validateConditions([{}], path))).toEqual([
      'spec[0].type: Required value: is required',
      'spec[0].status: Required value',
      'spec[0].lastTransitionTime: Required value',
      'spec[0].reason: Required value',
    ])
    expect(
      messages(validateConditions([condition, { ...condition, status: 'Yes', observedGeneration: -1 }], path)),
    ).toEqual([
      'spec[1]: Duplicate value: "Ready"',
      'spec[1].status: Unsupported value: "Yes": supported values: "False", "True", "Unknown"',
      'spec[1].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
    ])
    expect(messages(validateConditions([{ ...condition, reason: 'A,' }], path))).toEqual([
      "spec[0].reason: Invalid value: \"A,\": a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')",
    ])
    for (const lastTransitionTime of ['0001-01-01T00:00:00Z', null, undefined]) {
      const unset = { ...condition, lastTransitionTime }
      expect(messages(validateConditions([unset], path)), String(lastTransitionTime)).toEqual([
        'spec[0].lastTransitionTime: Required value',
      ])
    }
    expect(messages(validateConditions([{}, {}], path))).toContain('spec[1]: Duplicate value: ""')
    expect(messages(validateConditions([{ ...condition, type: '-' }], path))).toEqual([
      expect.stringMatching(/^spec\[0\]\.type: Invalid value: "-": name part must consist of/),
    ])
    expect(validateConditions([{ ...condition, observedGeneration: -1 }], path)).toMatchObject([
      { origin: 'minimum', coveredByDeclarative: true },
    ])
    expect(validateConditions([{ ...condition, lastTransitionTime: 'yesterday' }], path)).toEqual([])
    const longest = { ...condition, reason: 'A'.repeat(1024), message: 'é'.repeat(16_384) }
    expect(validateConditions([longest], path)).toEqual([])
    const long = { ...condition, reason: 'A'.repeat(1025), message: 'é'.repeat(16_385) }
    expect(validateConditions([long], path)).toMatchObject([
      { origin: 'maxBytes', coveredByDeclarative: true },
      { origin: '', coveredByDeclarative: false },
    ])
    expect(messages(validateConditions([long], path))).toEqual([
      'spec[0].reason: Too long: may not be more than 1024 bytes',
      'spec[0].message: Too long: may not be more than 32768 bytes',
    ])
  })
})
