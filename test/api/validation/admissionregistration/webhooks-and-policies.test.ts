import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations } from '../tables.js'

const apiVersion = 'admissionregistration.k8s.io/v1'

describe('ValidatingWebhookConfiguration', () => {
  const resource = 'validatingwebhookconfigurations'
  const judged = new Judged({ apiVersion, kind: 'ValidatingWebhookConfiguration', resource })
  const webhook = {
    name: 'a.example.com',
    clientConfig: { url: 'https://example.com' },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
  creations(judged, { metadata: { name: 'w' }, webhooks: [webhook] }, [
    [
      'a short name',
      { 'webhooks/0/name': 'a' },
      'webhooks[0].name: Invalid value: "a": should be a domain with at least three segments separated by dots',
    ],
    [
      'an address without TLS',
      { 'webhooks/0/clientConfig/url': 'http://example.com' },
      `webhooks[0].clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
    ],
    [
      'a long time',
      { 'webhooks/0/timeoutSeconds': 31 },
      'webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
    ],
    ['a name twice', { webhooks: [webhook, webhook] }, 'webhooks[1].name: Duplicate value: "a.example.com"'],
    [
      'an expression about nothing',
      { 'webhooks/0/matchConditions': [{ name: 'a', expression: 'x' }] },
      `webhooks[0].matchConditions[0].expression: Invalid value: "x": compilation failed: ERROR: <input>:1:1: undeclared reference to 'x' (in container '')
 | x
 | ^`,
    ],
  ])
})

describe('ValidatingAdmissionPolicy', () => {
  const judged = new Judged({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    resource: 'validatingadmissionpolicies',
  })
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }]
  const spec = { matchConstraints: { resourceRules }, validations: [{ expression: 'object.spec.a > 1' }] }
  creations(judged, { metadata: { name: 'p' }, spec }, [
    [
      'no condition',
      { 'spec/validations/0/expression': '1' },
      'spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int',
    ],
    ['parameters that are not there', { 'spec/validations/0/expression': 'params.a' }, ...paramsLines()],
    [
      'a message that is none',
      { 'spec/validations/0/messageExpression': '1' },
      'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
    ],
  ])
})

function paramsLines(): string[] {
  return [
    `spec.validations[0].expression: Invalid value: "params.a": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')
 | params.a
 | ^`,
  ]
}
