import type { OperatorNames } from './operator-names.js'

/** The webhooks of the kind. */
export function webhookSource({ kind }: OperatorNames): string {
  return `import type { WebhookRegistry } from '@apimachinery/client/controller'
import { Scheme } from 'apimachinery/runtime'
import { type FieldError, fieldPath, invalid } from 'apimachinery/validation'
import { conversionHandler, mutating, mutatingHandler, validating, validatingHandler } from 'apimachinery/webhook'
import { addToScheme } from '../generated/add-to-scheme.gen.js'
import { ${kind} } from '../generated/v1/types.gen.js'

/** Registers the webhooks; \`deploy/webhooks.yaml\` and the CRD name their paths. */
export function registerWebhooks(webhooks: WebhookRegistry): void {
  const scheme = new Scheme()
  // A second version adds its conversions here: addConversionsToScheme of generated/*/conversions.gen.js.
  addToScheme(scheme)
  webhooks.register('/mutate', mutatingHandler(scheme, mutating(${kind}, { create: complete, update: complete })))
  webhooks.register('/validate', validatingHandler(scheme, validating(${kind}, { create: check, update: check })))
  webhooks.register('/convert', conversionHandler(scheme))
}

function complete({ spec }: ${kind}): void {
  if (!/[:@]/.test(spec.image)) spec.image += ':latest'
}

function check({ spec }: ${kind}): FieldError[] {
  if (!/\\s/.test(spec.image)) return []
  return [invalid(fieldPath('spec', 'image'), spec.image, 'must not contain spaces')]
}
`
}

/** The service of the webhooks, and what tells a server to call them. */
export function webhookManifest({ name, group, plural }: OperatorNames): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}-webhooks
  namespace: ${name}
spec:
  selector: { app.kubernetes.io/name: ${name} }
  ports: [{ port: 443, targetPort: webhooks }]
---
${configuration('Mutating', { name, group, plural })}---
${configuration('Validating', { name, group, plural })}`
}

function configuration(
  type: 'Mutating' | 'Validating',
  { name, group, plural }: Pick<OperatorNames, 'name' | 'group' | 'plural'>,
): string {
  const path = type === 'Mutating' ? 'mutate' : 'validate'
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ${type}WebhookConfiguration
metadata:
  name: ${name}
  annotations: { cert-manager.io/inject-ca-from: ${name}/${name}-webhooks }
webhooks:
  - name: ${path}.${plural}.${group}
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Fail
    clientConfig: { service: { namespace: ${name}, name: ${name}-webhooks, path: /${path} } }
    rules:
      - { apiGroups: [${group}], apiVersions: [v1], resources: [${plural}], operations: [CREATE, UPDATE] }
`
}

/** The certificate of the service, by cert-manager. */
export function certificateManifest({ name }: OperatorNames): string {
  const host = `${name}-webhooks.${name}.svc`
  return `apiVersion: cert-manager.io/v1
kind: Issuer
metadata:
  name: ${name}-selfsigned
  namespace: ${name}
spec:
  selfSigned: {}
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: ${name}-webhooks
  namespace: ${name}
spec:
  secretName: ${name}-webhooks
  dnsNames: [${host}, ${host}.cluster.local]
  issuerRef: { kind: Issuer, name: ${name}-selfsigned }
`
}
