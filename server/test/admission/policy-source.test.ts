import { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from 'apimachinery/api/admissionregistration/v1'
import { describe, expect, it } from 'vitest'
import { PolicySource } from '../../src/admission/policy/policy-source.js'

describe('policies with their bindings', () => {
  const policy = (name: string) => new ValidatingAdmissionPolicy({ metadata: { name } })
  const binding = (name: string, policyName: string) =>
    new ValidatingAdmissionPolicyBinding({ metadata: { name }, spec: { policyName, validationActions: ['Deny'] } })

  it('are in the order of their names, and have no effect without a binding', () => {
    const policies = [policy('b'), policy('c'), policy('a')]
    const bindings = [binding('y', 'b'), binding('x', 'b'), binding('z', 'a')]
    const compiled: string[] = []
    const source = new PolicySource({
      policies: () => policies,
      bindings: () => bindings,
      compile: (each: ValidatingAdmissionPolicy) => compiled.push(each.metadata?.name ?? ''),
    })
    const shown = () =>
      source.bound().map((each) => [each.policy.metadata?.name, each.bindings.map(({ metadata }) => metadata?.name)])
    const expected = [
      ['a', ['z']],
      ['b', ['x', 'y']],
    ]
    expect(shown()).toEqual(expected)
    expect(shown()).toEqual(expected)
    expect(compiled).toEqual(['a', 'b'])
  })
})
