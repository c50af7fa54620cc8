import { describe, expect, it } from 'vitest'
import { writeProto } from '../../../codegen/back-ends/proto/proto-files.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readProto } from '../../../codegen/front-ends/proto/read-proto.js'
import type { StructDeclaration } from '../../../codegen/ir/declarations.js'
import { typeRefText } from '../../../codegen/ir/type-ref-text.js'
import { userLayout } from '../../../codegen/profiles/user-layout.js'

const head = `syntax = "proto2";
package com.example.v1;
import "k8s.io/api/core/v1/generated.proto";
import "k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto";
`

async function read(body: string, options: { group?: string; version?: string } = { group: 'example.com' }) {
  const diagnostics = new Diagnostics()
  const files = [{ file: 'x.proto', text: head + body }]
  const model = await readProto({ source: 'x', files, ...options }, diagnostics)
  return { model, diagnostics, package: model.packages[0]! }
}

const things = `
// Thing is one.
// +genclient
message Thing {
  optional k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta metadata = 1;
  // What is wanted.
  // +optional
  optional ThingSpec spec = 2;
}
message ThingList {
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta metadata = 1;
  repeated Thing items = 2;
}
message ThingSpec {
  optional string text = 1;
  required int64 count = 2;
  repeated int32 numbers = 3 [packed = true];
  map<string, k8s.io.apimachinery.pkg.api.resource.Quantity> sizes = 4;
  optional k8s.io.apimachinery.pkg.apis.meta.v1.Time at = 5;
  optional k8s.io.apimachinery.pkg.util.intstr.IntOrString port = 6;
  optional k8s.io.api.core.v1.PodSpec pod = 7;
  optional bytes data = 8;
  optional Inner inner = 9;
  repeated Verbs verbs = 10;
  message Inner { optional bool a = 1; }
}
// +protobuf.nullable
message Verbs { repeated string items = 1; }
`

describe('.proto files', () => {
  it('become kinds and types with their numbers', async () => {
    const { package: pkg, diagnostics } = await read(things)
    expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
    expect(pkg).toMatchObject({
      path: 'com/example/v1',
      group: 'example.com',
      version: 'v1',
      protoPackage: 'com.example.v1',
    })
    expect(pkg.registered.map(({ name }) => name)).toEqual(['Thing', 'ThingList'])
    const spec = pkg.declarations.find(({ name }) => name === 'ThingSpec') as StructDeclaration
    expect(
      spec.fields.map(({ name, number, type, shape }) => `${number} ${name} ${typeRefText(type, pkg.path)} ${shape}`),
    ).toEqual([
      '1 text string *?',
      '2 count int64 ',
      '3 numbers []int32 ?',
      '4 sizes map[]quantity ?',
      '5 at time *?',
      '6 port intOrString *?',
      '7 pod k8s.io/api/core/v1#PodSpec *?',
      '8 data bytes *?',
      '9 inner #ThingSpecInner *?',
      '10 verbs []#Verbs ?',
    ])
    const thing = pkg.declarations.find(({ name }) => name === 'Thing') as StructDeclaration
    expect(thing).toMatchObject({ doc: 'Thing is one.', kind: { resource: { plural: 'things' } } })
    expect(pkg.declarations.find(({ name }) => name === 'Verbs')).toMatchObject({ form: 'named', wrapped: true })
  })

  it('have no kinds where the group is not known', async () => {
    const { package: pkg } = await read(things, {})
    expect([pkg.group, pkg.registered]).toEqual([undefined, []])
  })

  it('come back from the model', async () => {
    const { model, diagnostics } = await read(things)
    const [file] = writeProto(model, userLayout({ docs: true }), { docs: true, diagnostics })
    expect(diagnostics.items).toEqual([])
    const again = new Diagnostics()
    const second = await readProto(
      { source: 'x', group: 'example.com', files: [{ file: 'y.proto', text: file?.text ?? '' }] },
      again,
    )
    expect(again.items.map(formatDiagnostic)).toEqual([])
    const shapes = (packages: typeof model.packages) =>
      packages[0]?.declarations
        .flatMap((each) =>
          each.form === 'struct'
            ? [[each.name, ...each.fields.map(({ name, number, type }) => `${number} ${name} ${typeRefText(type)}`)]]
            : [],
        )
        .sort()
    expect(shapes(second.packages)).toEqual(shapes(model.packages))
  })

  it.each<[string, string, string]>([
    ['proto-syntax', 'message A { optional string }', 'x.proto:5:1: error: illegal'],
    [
      'proto-type',
      'message A { optional B b = 1; }',
      'x.proto:5:24: error: message B is neither declared nor part of this package',
    ],
    ['proto-type', 'message A { optional sint32 b = 1; }', 'type sint32 is not supported'],
    ['proto-type', 'message A { map<int32, string> b = 1; }', 'map keys must be strings'],
    ['proto-enum', 'enum E { X = 0; }', 'x.proto:5:6: warning: enum E becomes a number'],
    [
      'proto-type',
      'message A { optional string b = 1; }\nmessage B { message C { optional X b = 1; } }',
      'x.proto:6:36: error: message X is neither',
    ],
    [
      'proto-type',
      'message A { repeated group G = 1 { optional string x = 1; } }',
      'x.proto:5:9: error: group G is not',
    ],
    [
      'proto-default',
      'message A {\n  // +default=ref(Some)\n  optional string b = 1;\n}',
      'x.proto:7:19: warning: "+default=ref(Some)" names a constant',
    ],
    ['proto-name', 'message A { optional string __proto__ = 1; }', 'x.proto:5:29: error: a field called __proto__'],
    [
      'proto-name',
      'message A { message B {} }\nmessage AB {}',
      'x.proto:6:9: error: messages A.B and AB would both be called AB',
    ],
  ])('%s: %#', async (code, body, message) => {
    const found = (await read(body)).diagnostics.items.filter((item) => item.code === code).map(formatDiagnostic)
    expect(found.join('\n')).toContain(message)
  })

  it('declare each message once', async () => {
    const diagnostics = new Diagnostics()
    const files = ['a', 'b'].map((name) => ({
      file: `${name}.proto`,
      text: `${head}message A { optional string ${name} = 1; }`,
    }))
    await readProto({ source: 'x', files }, diagnostics)
    expect(diagnostics.items.map(formatDiagnostic).join()).toContain(
      'b.proto:5:9: error: message A is declared in two files',
    )
  })

  it('may name JSON fields, and pack lists of numbers since proto3', async () => {
    const fields = async (syntax: string) => {
      const body = `enum E { Z = 0; }
message A {
  repeated int32 a = 1; repeated E b = 2; repeated string c = 3;
  repeated int32 d = 4 [packed = false]; string e = 5 [json_name = "other"];
}`.replaceAll(syntax === 'proto2' ? /string e/g : /$^/g, 'optional string e')
      const text = `syntax = "${syntax}";\npackage com.example.v1;\n${body}`
      const { packages } = await readProto({ source: 'x', files: [{ file: 'x.proto', text }] }, new Diagnostics())
      const found = packages[0]?.declarations.find(({ name }) => name === 'A') as StructDeclaration
      return found.fields.map(({ name, options }) => [name, options])
    }
    const packed = { packed: true }
    expect(await fields('proto3')).toEqual([
      ['a', packed],
      ['b', packed],
      ['c', {}],
      ['d', {}],
      ['other', { protoName: 'e' }],
    ])
    expect(await fields('proto2')).toEqual([
      ['a', {}],
      ['b', {}],
      ['c', {}],
      ['d', {}],
      ['other', { protoName: 'e' }],
    ])
  })
})
