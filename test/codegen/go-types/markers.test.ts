import { describe, expect, test } from 'vitest'
import { readGo, structOf } from './read.js'

/** Options of a field below the markers. */
async function options(...markers: string[]): Promise<unknown> {
  const lines = markers.map((marker) => `\t// ${marker}\n`).join('')
  const result = await readGo(`const Ten = 10\ntype Toy struct {\n${lines}\tA string \`json:"a"\`\n}\n`)
  expect(result.messages).toEqual([])
  return structOf(result, 'Toy').fields[0]?.options
}

describe('field markers', () => {
  test.each([
    ['+optional', { required: false }],
    ['+required', { required: true }],
    ['+k8s:optional', { required: false, schema: { tags: ['optional'] } }],
    ['+k8s:required', { required: true, schema: { tags: ['required'] } }],
    ['+kubebuilder:validation:Optional', { required: false }],
    ['+kubebuilder:validation:Required', { required: true }],
    ['+nullable', { nullable: true }],
    ['+listType=atomic', { listType: 'atomic' }],
    ['+listType=set', { listType: 'set' }],
    ['+listMapKey=name', { listMapKeys: ['name'] }],
    ['+mapType=atomic', { mapType: 'atomic' }],
    ['+structType=granular', { structType: 'granular' }],
    ['+patchStrategy=merge', { patchStrategy: 'merge' }],
    ['+patchMergeKey=name', { patchMergeKey: 'name' }],
    ['+default="x"', { default: 'x' }],
    ['+default={"a": [1, true]}', { default: { a: [1, true] } }],
    ['+default=ref(Ten)', { default: 10 }],
    ['+kubebuilder:default=x', { default: 'x' }],
    ['+kubebuilder:default={a,b}', { default: ['a', 'b'] }],
    ['+kubebuilder:default={a: 1}', { default: { a: 1 } }],
    ['+deprecated', { deprecated: true }],
    ['+kubebuilder:validation:Minimum=0', { schema: { minimum: 0 } }],
    ['+kubebuilder:validation:Maximum=9.5', { schema: { maximum: 9.5 } }],
    ['+kubebuilder:validation:ExclusiveMinimum=true', { schema: { exclusiveMinimum: true } }],
    ['+kubebuilder:validation:MultipleOf=2', { schema: { multipleOf: 2 } }],
    ['+kubebuilder:validation:MinLength=1', { schema: { minLength: 1 } }],
    ['+kubebuilder:validation:MaxItems=3', { schema: { maxItems: 3 } }],
    ['+kubebuilder:validation:MaxProperties=3', { schema: { maxProperties: 3 } }],
    ['+kubebuilder:validation:UniqueItems=true', { schema: { uniqueItems: true } }],
    ['+kubebuilder:validation:Pattern=`^a=b$`', { schema: { pattern: '^a=b$' } }],
    ['+kubebuilder:validation:Format=date-time', { schema: { format: 'date-time' } }],
    ['+kubebuilder:validation:Enum=a;b', { schema: { enum: ['a', 'b'] } }],
    ['+kubebuilder:validation:Enum={1,2}', { schema: { enum: [1, 2] } }],
    ['+kubebuilder:validation:items:MaxLength=5', { schema: { items: { maxLength: 5 } } }],
    [
      '+kubebuilder:validation:XValidation:rule="self.size() < 3",message="too long, really"',
      { schema: { rules: [{ rule: 'self.size() < 3', message: 'too long, really' }] } },
    ],
    ['+k8s:validation:maximum=3', { schema: { maximum: 3 } }],
    ['+k8s:minimum=1', { schema: { tags: ['minimum=1'] } }],
    ['+k8s:alpha(since: "1.35")=+k8s:minimum=1', { schema: { tags: ['alpha(since: "1.35")=+k8s:minimum=1'] } }],
    ['+unknown', {}],
  ])('%s', async (marker, expected) => {
    expect(await options(marker)).toEqual(expected)
  })

  test('several keys, the plain marker before the prefixed one', async () => {
    expect(await options('+listMapKey=a', '+listMapKey=b', '+k8s:required', '+optional')).toEqual({
      listMapKeys: ['a', 'b'],
      required: false,
      schema: { tags: ['required'] },
    })
  })

  test('+featureGate', async () => {
    const result = await readGo('type Toy struct {\n\t// +featureGate=Big\n\tA string `json:"a"`\n}\n')
    expect(structOf(result, 'Toy').fields[0]?.featureGates).toEqual(['Big'])
  })

  test('markers may stand before or after prose and in block comments', async () => {
    const result = await readGo('type Toy struct {\n\t/* Text.\n\t * +optional\n\t */\n\tA string `json:"a"`\n}\n')
    expect(structOf(result, 'Toy').fields[0]?.options).toEqual({ required: false })
  })

  test('a comment behind the field above is not the next one’s', async () => {
    const result = await readGo('type Toy struct {\n\tA string `json:"a"` // +optional\n\tB string `json:"b"`\n}\n')
    expect(structOf(result, 'Toy').fields.map((field) => field.options)).toEqual([{}, {}])
  })
})

const object = (markers: string, body = '') =>
  `${markers}\n// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\n\ntype Toy struct {\n\tmetav1.TypeMeta \`json:",inline"\`\n${body}}\n`

describe('kinds', () => {
  test.each([
    ['// +genclient', { plural: 'toys', singular: 'toy', scope: 'Namespaced' }],
    ['// +genclient\n// +genclient:nonNamespaced', { plural: 'toys', singular: 'toy', scope: 'Cluster' }],
    ['// +genclient\n// +resourceName=playthings', { plural: 'playthings', singular: 'toy', scope: 'Namespaced' }],
    ['// +genclient\n// +genclient:noVerbs', undefined],
    [
      '// +genclient\n// +genclient:onlyVerbs=create,get',
      { plural: 'toys', singular: 'toy', scope: 'Namespaced', client: { onlyVerbs: ['create', 'get'] } },
    ],
    [
      '// +genclient\n// +genclient:skipVerbs=watch',
      { plural: 'toys', singular: 'toy', scope: 'Namespaced', client: { skipVerbs: ['watch'] } },
    ],
    [
      '// +genclient\n// +genclient:method=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale',
      {
        plural: 'toys',
        singular: 'toy',
        scope: 'Namespaced',
        subresources: ['scale'],
        client: {
          methods: [{ name: 'GetScale', verb: 'get', subresource: 'scale', result: 'k8s.io/api/autoscaling/v1.Scale' }],
        },
      },
    ],
    [
      '// +kubebuilder:object:root=true\n// +kubebuilder:resource:path=toyz,scope=Cluster,shortName=ty;tz,categories={all,fun}',
      { plural: 'toyz', singular: 'toy', scope: 'Cluster', shortNames: ['ty', 'tz'], categories: ['all', 'fun'] },
    ],
    [
      '// +kubebuilder:resource\n// +kubebuilder:subresource:status\n// +kubebuilder:subresource:scale:specpath=.spec.n,statuspath=.status.n,selectorpath=.status.s',
      {
        plural: 'toys',
        singular: 'toy',
        scope: 'Namespaced',
        scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' },
        subresources: ['status', 'scale'],
      },
    ],
    [
      '// +kubebuilder:resource\n// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.x`,priority=1',
      {
        plural: 'toys',
        singular: 'toy',
        scope: 'Namespaced',
        printerColumns: [{ name: 'Age', type: 'date', jsonPath: '.metadata.x', priority: 1 }],
      },
    ],
    [
      '// +kubebuilder:resource\n// +kubebuilder:storageversion\n// +kubebuilder:deprecatedversion:warning="old"',
      {
        plural: 'toys',
        singular: 'toy',
        scope: 'Namespaced',
        version: { storage: true, deprecated: true, deprecationWarning: 'old' },
      },
    ],
  ])('%s', async (markers, resource) => {
    const result = await readGo(object(markers))
    expect(result.messages).toEqual([])
    expect(structOf(result, 'Toy').kind?.resource).toEqual(resource)
  })

  test('a status field gives the status subresource, +genclient:noStatus takes it', async () => {
    const status = '\tStatus string `json:"status"`\n'
    const plain = await readGo(object('// +genclient', status))
    expect(structOf(plain, 'Toy').kind?.resource?.subresources).toEqual(['status'])
    const without = await readGo(object('// +genclient\n// +genclient:noStatus', status))
    expect(structOf(without, 'Toy').kind?.resource?.subresources).toBeUndefined()
  })

  test('markers two comments above count when one empty line is between, and not two', async () => {
    const body = 'type Toy struct {\n\tmetav1.TypeMeta `json:",inline"`\n}\n'
    const deepcopy = '// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\n'
    expect(structOf(await readGo(`${deepcopy}\n// Toy.\n${body}`), 'Toy').kind).toBeDefined()
    expect(structOf(await readGo(`${deepcopy}\n\n// Toy.\n${body}`), 'Toy').kind).toBeUndefined()
  })

  test('a list has the class of its items and is not a resource', async () => {
    const list = `// +genclient\ntype ToyList struct {\n\tmetav1.TypeMeta \`json:",inline"\`\n\tItems []Toy \`json:"items"\`\n}\n`
    const result = await readGo(
      `${object('// +genclient')}${list}func add(scheme *Scheme) { scheme.AddKnownTypes(SchemeGroupVersion, &Toy{}, &ToyList{}) }\n`,
    )
    expect(structOf(result, 'ToyList').kind).toMatchObject({ registered: true, itemType: { name: 'Toy' } })
    expect(structOf(result, 'ToyList').kind?.resource).toBeUndefined()
  })
})

describe('registration', () => {
  const group =
    'const GroupName = "toys.example.com"\nvar SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1"}\n'

  test('group, version, order of kinds, meta types', async () => {
    const result = await readGo(
      `${group}type A struct { metav1.TypeMeta \`json:",inline"\` }\ntype B struct { metav1.TypeMeta \`json:",inline"\` }\n` +
        'func add(s *runtime.Scheme) error {\n\ts.AddKnownTypes(SchemeGroupVersion,\n\t\t&B{},\n\t\tnew(int),\n\t\t&A{}, &metav1.Status{})\n\tmetav1.AddToGroupVersion(s, SchemeGroupVersion)\n\treturn nil\n}\n',
    )
    expect(result.package).toMatchObject({ group: 'toys.example.com', version: 'v1', registersMeta: true })
    expect(result.package.registered.map(({ name }) => name)).toEqual(['B', 'A', 'Status'])
  })

  test('kubebuilder style', async () => {
    const result = await readGo(
      'var GroupVersion = schema.GroupVersion{Group: "toys.example.com", Version: "v2"}\n// +kubebuilder:object:root=true\ntype A struct { metav1.TypeMeta `json:",inline"` }\nfunc init() { SchemeBuilder.Register(&A{}) }\n',
    )
    expect(result.package).toMatchObject({ group: 'toys.example.com', version: 'v2' })
    expect(structOf(result, 'A').kind?.registered).toBe(true)
  })

  test('root kinds of a package that registers nothing, as controller-gen takes them', async () => {
    const result = await readGo(
      '// +groupName=toys.example.com\npackage v1\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n' +
        '// +kubebuilder:object:root=true\n// +kubebuilder:subresource:status\ntype Toy struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tmetav1.ObjectMeta `json:"metadata,omitempty"`\n\tStatus string `json:"status"`\n}\n' +
        '// +kubebuilder:object:root=true\ntype ToyList struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tmetav1.ListMeta `json:"metadata,omitempty"`\n\tItems []Toy `json:"items"`\n}\n' +
        '// +kubebuilder:object:root=true\ntype ToyConfig struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tA string `json:"a"`\n}\n',
    )
    expect(result.package).toMatchObject({ group: 'toys.example.com', version: 'v1', registersMeta: true })
    expect(result.package.registered.map(({ name }) => name)).toEqual(['Toy', 'ToyList', 'ToyConfig'])
    expect(structOf(result, 'Toy').kind?.resource).toMatchObject({ plural: 'toys', subresources: ['status'] })
    expect(structOf(result, 'ToyList').kind?.resource).toBeUndefined()
    expect(structOf(result, 'ToyConfig').kind?.resource).toBeUndefined()
  })

  test('+groupName and the package name', async () => {
    const result = await readGo('// +groupName=toys.example.com\n\npackage v1beta1\n')
    expect(result.package).toMatchObject({ group: 'toys.example.com', version: 'v1beta1' })
  })

  test('a package without code for it registers its kinds', async () => {
    const kind = (name: string) =>
      `// +kubebuilder:object:root=true\ntype ${name} struct { metav1.TypeMeta \`json:",inline"\` }\n`
    const { package: pkg } = await readGo(
      `// +groupName=toys.example.com\npackage v1\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n${kind('Toy')}${kind('Doll')}type Spec struct {}\n`,
    )
    expect(pkg.registered.map(({ name }) => name)).toEqual(['Toy', 'Doll'])
    expect(pkg.registersMeta).toBe(true)
  })

  test('types without version', async () => {
    const result = await readGo(
      'var Unversioned = schema.GroupVersion{Group: "", Version: "v1"}\ntype S struct { metav1.TypeMeta `json:",inline"` }\n' +
        'func add(s *Scheme, gv GV) { s.AddUnversionedTypes(Unversioned, &S{}) }\n// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\n',
    )
    expect(result.package.registered).toEqual([])
  })
})

describe('unions', () => {
  test('+union with a discriminator', async () => {
    const result = await readGo(
      '// +union\ntype Toy struct {\n\t// +unionDiscriminator\n\tType string `json:"type"`\n\tBall *string `json:"ball"`\n\tCar *string `json:"car"`\n}\n',
    )
    expect(structOf(result, 'Toy').options.unions).toEqual([
      { discriminator: 'type', members: { ball: 'Ball', car: 'Car' } },
    ])
  })

  test('+k8s:unionMember of named unions', async () => {
    const result = await readGo(
      'type Toy struct {\n\t// +k8s:unionMember(union: "u", memberName: "B")\n\tBall *string `json:"ball"`\n\t// +k8s:unionMember\n\tCar *string `json:"car"`\n}\n',
    )
    expect(structOf(result, 'Toy').options.unions).toEqual([
      { name: 'u', members: { ball: 'B' } },
      { members: { car: 'Car' } },
    ])
  })
})

test('+structType on the type', async () => {
  const result = await readGo('// +structType=atomic\ntype Toy struct{}\n')
  expect(structOf(result, 'Toy').options).toEqual({ structType: 'atomic' })
})
