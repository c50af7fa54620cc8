import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { typeRefText } from '../../../codegen/ir/type-ref-text.js'
import { read, struct } from './read-tags.js'

async function kindOf(tags: string, fields = '  metadata?: ObjectMeta\n  status?: Inner') {
  const comments = tags
    .split('\n')
    .map((tag) => `// ${tag}`)
    .join('\n')
  const { package: pkg, diagnostics } = await read(`
export interface Inner { a?: string }

${comments}
export interface Thing extends TypeMeta {
${fields}
}
`)
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
  return struct(pkg, 'Thing')
}

describe('tags of types', () => {
  it.each<[string, object]>([
    ['+genclient', { plural: 'things', singular: 'thing', scope: 'Namespaced', subresources: ['status'] }],
    ['+genclient\n+genclient:nonNamespaced', { scope: 'Cluster' }],
    ['+genclient\n+genclient:noStatus', { client: { noStatus: true } }],
    ['+genclient\n+genclient:onlyVerbs=get,list', { client: { onlyVerbs: ['get', 'list'] } }],
    ['+genclient\n+genclient:skipVerbs=watch', { client: { skipVerbs: ['watch'] } }],
    [
      '+genclient\n+genclient:method=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale',
      {
        subresources: ['status', 'scale'],
        client: {
          methods: [{ name: 'GetScale', verb: 'get', subresource: 'scale', result: 'k8s.io/api/autoscaling/v1.Scale' }],
        },
      },
    ],
    [
      '+kubebuilder:object:root=true\n+kubebuilder:resource:path=widgets,singular=widget,shortName=w;wd,categories=all,scope=Cluster',
      { plural: 'widgets', singular: 'widget', scope: 'Cluster', shortNames: ['w', 'wd'], categories: ['all'] },
    ],
    ['+kubebuilder:resource\n+kubebuilder:subresource:status', { subresources: ['status'] }],
    [
      '+kubebuilder:resource\n+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector',
      {
        scale: {
          specReplicasPath: '.spec.replicas',
          statusReplicasPath: '.status.replicas',
          labelSelectorPath: '.status.selector',
        },
      },
    ],
    [
      '+kubebuilder:resource\n+kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`,priority=1,description="How old"',
      {
        printerColumns: [
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 1, description: 'How old' },
        ],
      },
    ],
    ['+kubebuilder:resource\n+kubebuilder:storageversion', { version: { storage: true } }],
    ['+kubebuilder:resource\n+kubebuilder:unservedversion', { version: { served: false } }],
    [
      '+kubebuilder:resource\n+kubebuilder:deprecatedversion:warning="use v2"',
      { version: { deprecated: true, deprecationWarning: 'use v2' } },
    ],
    ['+kubebuilder:resource\n+kubebuilder:selectablefield:JSONPath=`.spec.a`', { selectableFields: ['.spec.a'] }],
    [
      '+kubebuilder:resource\n+kubebuilder:metadata:annotations="a.b/c=d",labels="e=f"',
      { manifest: { document: { metadata: { annotations: { 'a.b/c': 'd' }, labels: { e: 'f' } } } } },
    ],
  ])('%s', async (tags, expected) => {
    expect((await kindOf(tags)).kind?.resource).toMatchObject(expected)
  })

  it('+genclient:noVerbs, and no tag at all, leave a kind without a resource', async () => {
    expect((await kindOf('+genclient\n+genclient:noVerbs')).kind?.resource).toBeUndefined()
    expect((await kindOf('+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object')).kind).toEqual({
      kind: 'Thing',
      registered: true,
      hasTypeMeta: true,
    })
  })

  it('keeps +k8s:defaulter-gen and +k8s:conversion-gen for the back ends', async () => {
    expect((await kindOf('+k8s:defaulter-gen=false\n+k8s:conversion-gen=false')).markers).toEqual({
      'k8s:defaulter-gen': ['false'],
      'k8s:conversion-gen': ['false'],
    })
  })

  it('+union with +unionDiscriminator', async () => {
    const { package: pkg } = await read(`
// +union
export interface Choice {
  // +unionDiscriminator
  type: string
  a?: string
  b?: int32
}
`)
    expect(struct(pkg, 'Choice').options.unions).toEqual([{ discriminator: 'type', members: { a: 'A', b: 'B' } }])
  })

  it('+structType and validation on a type', async () => {
    const { package: pkg } = await read(`
// +structType=atomic
// +kubebuilder:validation:ExactlyOneOf=a;b
export interface Choice { a?: string; b?: string }

// +kubebuilder:validation:MaxLength=3
export type Short = string
`)
    expect(struct(pkg, 'Choice').options).toMatchObject({
      structType: 'atomic',
      schema: { rules: [{ rule: '[has(self.a),has(self.b)].filter(x,x==true).size() == 1' }] },
    })
    expect(pkg.declarations[1]).toMatchObject({ schema: { maxLength: 3 } })
  })

  it('counts the comment above the one above a type, as Go does', async () => {
    const { package: pkg, diagnostics } = await read(`
// +genclient

// A thing.
export interface Thing extends TypeMeta { metadata?: ObjectMeta }
`)
    expect(diagnostics.items).toEqual([])
    expect(struct(pkg, 'Thing')).toMatchObject({ doc: 'A thing.', kind: { resource: { plural: 'things' } } })
  })
})

describe('tags of packages', () => {
  it('+groupName, +versionName, +k8s:protobuf-gen, +k8s:conversion-gen', async () => {
    const { package: pkg, diagnostics } = await read(
      `// +groupName=a.example.com\n// +versionName=v7\n// +k8s:protobuf-gen=package\n// +k8s:conversion-gen=../v2\nimport type { int32 } from 'apimachinery/codegen/tags'\nexport interface A {\n  // +protobuf=1\n  a: int32\n}\n`,
      {
        'api/v2/types.ts':
          "// +groupName=a.example.com\nimport type { int32 } from 'apimachinery/codegen/tags'\nexport interface A { a: int32 }\n",
      },
    )
    expect(diagnostics.items).toEqual([])
    expect(pkg).toMatchObject({
      path: 'a.example.com/v7',
      group: 'a.example.com',
      version: 'v7',
      modelPrefix: 'com.example.a.v7',
      protoPackage: 'com.example.a.v7',
      conversionPeers: ['a.example.com/v2'],
    })
  })

  it('shares types between the files of a folder and refers to other versions', async () => {
    const { package: pkg, diagnostics } = await read(
      `\nimport type { B } from './b_types.js'\nimport type { C } from '../v2/types.js'\nexport interface A { b: B; c: C }\n`,
      {
        'api/v1/b_types.ts': 'export interface B { x: string }\n',
        'api/v2/types.ts': '// +groupName=example.com\nimport type {} from "x"\nexport interface C { x: string }\n',
      },
    )
    expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
    expect(struct(pkg, 'A').fields.map(({ type }) => typeRefText(type))).toEqual([
      'example.com/v1#B',
      'example.com/v2#C',
    ])
  })
})
