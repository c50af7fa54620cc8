import { describe, expect, it } from 'vitest'
import { Diagnostics } from '../../codegen/diagnostics/diagnostic.js'
import { lintTag } from '../../codegen/markers/lint-tag.js'
import { parseMarker } from '../../codegen/markers/marker.js'
import { readGo } from './go-types/read.js'
import { read } from './ts-tags/read-tags.js'

function problems(line: string): string[] {
  const diagnostics = new Diagnostics()
  const marker = parseMarker(line)
  if (marker !== undefined) lintTag(marker, diagnostics)
  return diagnostics.items.map(({ severity, message }) => `${severity}: ${message}`)
}

describe('tags that no tool knows', () => {
  it.each([
    ['+genclent', 'warning: "+genclent" is ignored by Go; did you mean "+genclient"?'],
    ['+genclient:noVerb', 'error: unknown tag detected: genclient:noVerb; did you mean "+genclient:noVerbs"?'],
    ['+genclient:everything', 'error: unknown tag detected: genclient:everything'],
    ['+kubebuilder:validtion:Minimum=1', 'did you mean "+kubebuilder:validation"?'],
    ['+kubebuilder:validation:Minimun=1', 'did you mean "+kubebuilder:validation:Minimum"?'],
    ['+kubebuilder:validation:items:MaxLenght=1', 'did you mean "+kubebuilder:validation:items:MaxLength"?'],
    ['+kubebuilder:resorce:scope=Cluster', 'did you mean "+kubebuilder:resource"?'],
    ['+kubebuilder:nonsense', 'warning: "+kubebuilder:nonsense" is a tag that no tool knows'],
    ['+k8s:requird', 'did you mean "+k8s:required"?'],
    ['+k8s:maxLenght=3', 'did you mean "+k8s:maxLength"?'],
    ['+k8s:deepcopy-gn=true', 'did you mean "+k8s:deepcopy-gen"?'],
    ['+k8s:nonsense', 'warning: "+k8s:nonsense" is a tag that no tool knows'],
    ['+optinal', 'did you mean "+optional"?'],
  ])('%s', (line, message) => {
    const found = problems(line)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(message)
  })

  it.each([
    ...['+genclient', '+genclient:readonly', '+genclient:onlyVerbs=get,list', '+optional', '+featureGate=Beta'],
    ...['+genclient:method=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale'],
    ...['+k8s:required', '+k8s:alpha(since: "1.35")=+k8s:minimum=0', '+k8s:ifEnabled(Gate)=+k8s:forbidden'],
    ...['+k8s:deepcopy-gen:interfaces=k8s.io/x.Object', '+k8s:openapi-gen=true', '+k8s:eachVal=+k8s:maxLength=3'],
    ...['+kubebuilder:validation:items:Enum=a;b', '+kubebuilder:printcolumn:name="A",type=string,JSONPath=`.a`'],
    ...[
      '+kubebuilder:resource:scope=Cluster',
      '+kubebuilder:rbac:groups=x,verbs=get',
      '+listType=map',
      '+somebody:else=1',
    ],
  ])('known: %s', (line) => {
    expect(problems(line)).toEqual([])
  })
})

describe('tags that client-gen refuses', () => {
  it.each([
    ['+genclient=false', '+genclient=[false] is invalid, use //+genclient if you want to generate client'],
    ['+genclient:method=', 'must specify a verb name (// +genclient:method=Foo,verb=create)'],
    ['+genclient:method=Run', "verb type must be specified (use '// +genclient:method=Run,verb=create')"],
    ['+genclient:method=Run,verb=watch', 'verb "watch" is not supported by extension generator'],
    ['+genclient:method=Run,verb=create,on=x', 'unknown extension configuration key "on"'],
    ['+genclient:method=Run,verb', 'invalid extension tag specification "verb"'],
    ['+genclient:method=Run,verb=get,input=X', 'Run: input type is not supported for "get" verbs'],
    ['+genclient:onlyVerbs=get,lst', 'genclient:onlyVerbs: there is no verb "lst"'],
  ])('%s', (line, message) => {
    expect(problems(line)).toEqual([expect.stringContaining(`error: ${message}`)])
  })
})

describe('both front ends', () => {
  it('report them with file and line', async () => {
    const go = await readGo(
      'package v1\n// +genclent\ntype Toy struct {\n\t// +kubebuilder:validtion:Minimum=1\n\tA int32 `json:"a"`\n}\n',
    )
    const [first = '', second = ''] = [...go.messages].sort()
    expect(first).toMatch(/^types\.go:2:4: warning: .*did you mean "\+genclient"\? \[marker-name\]/)
    expect(second).toMatch(/^types\.go:4:5: warning: .*did you mean "\+kubebuilder:validation"\? \[marker-name\]/)
    const ts = await read('\n// +genclent\nexport interface A {\n  // +k8s:requird\n  a?: string\n}\n')
    const found = ts.diagnostics.items.map(({ message }) => message)
    expect(found).toEqual([expect.stringContaining('"+genclient"'), expect.stringContaining('"+k8s:required"')])
  })
})
