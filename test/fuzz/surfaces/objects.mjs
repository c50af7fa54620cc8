import { machinery } from '../../interop/ops/recode.mjs'

const plain = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'web',
      namespace: 'default',
      creationTimestamp: '2024-01-02T03:04:05Z',
      labels: { app: 'web' },
      managedFields: [
        {
          manager: 'm',
          operation: 'Apply',
          apiVersion: 'apps/v1',
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:spec': { 'f:replicas': {}, 'f:list': { 'k:{"name":"a"}': { '.': {} }, 'v:"x"': {}, 'i:0': {} } },
          },
        },
      ],
    },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
      strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [
            {
              name: 'c',
              image: 'nginx:1',
              ports: [{ containerPort: 80, protocol: 'TCP' }],
              env: [{ name: 'A', value: 'b' }],
              resources: { limits: { cpu: '100m', memory: '1.5Gi' } },
              livenessProbe: { httpGet: { path: '/', port: 'http' } },
            },
          ],
          volumes: [{ name: 'v', configMap: { name: 'x', items: [{ key: 'k', path: 'p' }] } }],
        },
      },
    },
  },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { a: 'aGk=' }, stringData: { b: 'c' } },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'foos', kind: 'Foo' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'x', enum: ['x'] } } },
          },
        },
      ],
    },
  },
  {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: { uid: 'u', operation: 'CREATE', object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } } },
  },
  { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } }] },
]

let made

/** A few objects whose types hold everything that types may hold. */
export function objects() {
  const { readers } = machinery()
  made ??= plain.map((object) => readers.json[0].decode(JSON.stringify(object)).object)
  return made
}

/** The same as plain JSON. */
export const plainObjects = plain

/** Texts that use much of YAML. */
export const yamlManifests = [
  'a: &x {b: [1, 0x1F, ~, yes], "c": \'d\'}\ne:\n  <<: *x\n  f: !!binary aGk=\n---\ng: |2-\n   h\n   i\n',
  '# c\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a # b\n  labels: {x: "\\u00e9\\n"}\nspec:\n  containers:\n  - name: c\n    command: ["sh", -c, \'it\'\'s\']\n    env:\n    - {name: A, value: y}\n  note: >-\n\n    x\n    y\n',
  '%YAML 1.1\n%TAG !e! tag:example.com,2000:\n--- !e!x\n? a b\n: - c\n  -\n    - 1.5e3\n    - "x\n\n      y\\\n      z"\n...\n',
]
