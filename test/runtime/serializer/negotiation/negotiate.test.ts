import { describe, expect, it } from 'vitest'
import { parseAcceptHeader } from '../../../../src/runtime/serializer/negotiation/accept-header.js'
import { ClientNegotiator } from '../../../../src/runtime/serializer/negotiation/client-negotiator.js'
import { parseMediaType } from '../../../../src/runtime/serializer/negotiation/media-type.js'
import {
  defaultEndpointRestrictions,
  negotiateInputSerializer,
  negotiateMediaTypeOptions,
  negotiateOutputMediaType,
  negotiateOutputMediaTypeStream,
} from '../../../../src/runtime/serializer/negotiation/negotiate.js'
import {
  isNegotiateError,
  isNotAcceptableError,
  isUnsupportedMediaTypeError,
} from '../../../../src/runtime/serializer/negotiation/negotiation-error.js'
import type { NegotiatedSerializer, SerializerInfo } from '../../../../src/runtime/serializer/serializer-info.js'
import { GroupVersion } from '../../../../src/schema/group-version.js'
import { thrown } from '../../../thrown.js'

const make = (name: string): never => ({ identifier: name }) as never

function info(mediaType: string, more: Partial<SerializerInfo> = {}): SerializerInfo {
  const [mediaTypeType = '', mediaTypeSubType = ''] = mediaType.split('/')
  return { mediaType, mediaTypeType, mediaTypeSubType, encodesAsText: true, serializer: make(mediaType), ...more }
}

const stream = { encodesAsText: true, serializer: make('stream'), framer: make('framer') }
const json = info('application/json', { prettySerializer: make('pretty'), streamSerializer: stream })
const yaml = info('application/yaml')
const protobuf = info('application/vnd.kubernetes.protobuf', { streamSerializer: stream })
const cbor = info('application/cbor', { streamSerializer: stream })
const all = [json, yaml, protobuf, cbor]

const serving = (infos: readonly SerializerInfo[]): NegotiatedSerializer => ({
  supportedMediaTypes: () => infos,
  encoderForVersion: (encoder) => encoder,
  decoderToVersion: (decoder) => decoder,
})

const chosen = (header: string, infos = all): string | undefined =>
  negotiateMediaTypeOptions(header, infos)?.accepted.mediaType

describe('Accept', () => {
  it.each([
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['*/', 'application/json'],
    ['application/yaml/', 'application/yaml'],
    ['APPLICATION/YAML', undefined],
    ['application/vnd.kubernetes.protobuf,application/json', 'application/vnd.kubernetes.protobuf'],
    ['unrecognized/stuff, application/json; pretty=1', 'application/json'],
    ['application/json;q=0.1,application/yaml;q=0.9', 'application/yaml'],
    ['*/*;q=0.5,application/yaml', 'application/yaml'],
    ['*/*,application/yaml', 'application/yaml'],
    ['application/*,application/yaml', 'application/yaml'],
    ['application/json;q=0.5,*/*', 'application/json'],
    ['application/json;q=0,*/*', 'application/json'],
    ['*/*;q=0.5,application/yaml;q=0.1', 'application/yaml'],
    ['application/yaml;q=0.1,*/*;q=0.5', 'application/json'],
    ['application/yaml;q=0.1,*/*;q=0.5,application/cbor;q=0.2', 'application/cbor'],
    ['application/yaml;q=0,application/json;q=0.1', 'application/json'],
    ['application/yaml;q=0.5 , application/json;q=0.6', 'application/json'],
    ['application/json;as=Table;v=v1;g=meta.k8s.io,application/yaml', 'application/yaml'],
    ['application/json;as=BOGUS, application/json', 'application/json'],
    ['application', undefined],
    ['text/html', undefined],
    ['text/*', undefined],
    ['a/b/c', undefined],
    [',;,', undefined],
    ['application/json;q=0', 'application/json'],
  ])('%s takes %s', (header, expected) => {
    expect(chosen(header)).toBe(expected)
  })

  it('takes nothing where nothing is offered', () => {
    expect(chosen('', [])).toBeUndefined()
    expect(chosen('*/*', [])).toBeUndefined()
  })

  it('reads the parameters', () => {
    const header =
      'application/json;as=Table;g=meta.k8s.io;v=v1;stream=watch;pretty=1;export=1;profile=nopeer;odd=x;sv=v2'
    const anything = {
      allowsMediaTypeTransform: () => true,
      allowsServerVersion: () => true,
      allowsStreamSchema: () => true,
    }
    const options = negotiateMediaTypeOptions(header, all, anything)
    expect(options).toMatchObject({
      pretty: true,
      export: true,
      stream: 'watch',
      profile: 'nopeer',
      useServerVersion: 'v2',
      unrecognized: ['odd'],
    })
    expect(String(options?.convert)).toBe('meta.k8s.io/v1, Kind=Table')
    expect(negotiateMediaTypeOptions(header, all)).toBeUndefined()
  })

  it('streams only where the format and the endpoint do', () => {
    expect(chosen('application/json;stream=watch')).toBe('application/json')
    expect(chosen('application/json;stream=other')).toBeUndefined()
    expect(chosen('application/yaml;stream=watch')).toBeUndefined()
    expect(chosen('application/yaml;stream=watch,*/*;stream=watch;q=0.1')).toBe('application/json')
  })

  it('asks the endpoint about transformations with the type at hand', () => {
    const seen: unknown[] = []
    negotiateMediaTypeOptions('application/json;as=Table', all, {
      ...defaultEndpointRestrictions,
      allowsMediaTypeTransform: (...asked) => seen.push(asked) > 5,
    })
    expect(seen).toEqual([['application', 'json', { group: '', version: '', kind: 'Table' }]])
  })

  // Source: `ParseAccept` of goautoneg, which compares neighbours only, and reads no quotes.
  it('orders as Go does', () => {
    const header = '*/*, a/*, b/b;q=0.9, c/c;level="1,2;3", d/d;q=2, e/e;q=x, f/f;q=0.5;p=1;x=y=z'
    expect(parseAcceptHeader(header).map(({ type, quality }) => `${type}:${quality}`)).toEqual([
      'd:2',
      'c:1',
      'b:0.9',
      'f:0.5',
      'e:0',
      'a:1',
      '*:1',
    ])
    expect(parseAcceptHeader(header)[1]?.parameters).toEqual(new Map([['level', '"1']]))
    expect(parseAcceptHeader(header)[3]?.parameters).toEqual(new Map([['p', '1']]))
    expect(parseAcceptHeader('/b, a/b/c, a/, a b/c').map(({ type, subType }) => [type, subType])).toEqual([
      ['', 'b'],
      ['a b', 'c'],
    ])
  })

  it('orders many clauses by weight', () => {
    const header = Array.from({ length: 13 }, (_, i) => `a/${i};q=0.${i + 10}`).join(',')
    expect(parseAcceptHeader(header)[0]?.subType).toBe('12')
  })

  it('reads a header of a million clauses', () => {
    expect(parseAcceptHeader('a/b,'.repeat(1_000_000))).toHaveLength(1_000_000)
    expect(parseAcceptHeader(`a/b;q=${'1'.repeat(200_000)}!`)).toMatchObject([{ quality: 0 }])
  })
})

describe('output', () => {
  const outcome = (request: object): unknown => negotiateOutputMediaType(request, serving(all)).info.serializer

  it('is pretty when the media type, the query or the tool asks for it', () => {
    expect(outcome({ accept: 'application/json' })).toBe(json.serializer)
    for (const request of [
      { accept: 'application/json;pretty=1' },
      { pretty: '1' },
      { pretty: 'true' },
      { userAgent: 'curl/8' },
      { userAgent: 'Wget/1' },
      { userAgent: 'Mozilla/5.0 (X11)' },
    ]) {
      expect(outcome(request)).toBe(json.prettySerializer)
    }
    expect(outcome({ userAgent: 'curl/8', pretty: '0' })).toBe(json.serializer)
    expect(outcome({ userAgent: 'kubectl/v1' })).toBe(json.serializer)
    expect(outcome({ accept: 'application/yaml;pretty=1' })).toBe(yaml.serializer)
  })

  it('names what would have been acceptable', () => {
    const error = thrown(() => negotiateOutputMediaType({ accept: 'text/html' }, serving([json, yaml])))
    expect(isNotAcceptableError(error) && [error.status, error.message]).toEqual([
      406,
      'only the following media types are accepted: application/json, application/yaml',
    ])
    const streaming = thrown(() => negotiateOutputMediaTypeStream({ accept: 'application/yaml' }, serving(all)))
    expect(isNotAcceptableError(streaming) && streaming.message).toBe(
      'only the following media types are accepted: application/json;stream=watch, ' +
        'application/vnd.kubernetes.protobuf;stream=watch, application/cbor-seq',
    )
    expect(negotiateOutputMediaTypeStream({}, serving(all))).toBe(json)
  })
})

describe('input', () => {
  it.each([
    ['', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['Application/YAML; charset="utf-8"', 'application/yaml'],
    ['application/json;', 'application/json'],
  ])('%s reads as %s', (contentType, expected) => {
    expect(negotiateInputSerializer(contentType, serving(all)).mediaType).toBe(expected)
  })

  it.each([
    'text/html',
    'application/json;a',
    'application/json; a=1; a=2',
    'application/json;a="x',
    'a/b/c',
    ';',
    '*',
  ])('%s is refused', (contentType) => {
    const error = thrown(() => negotiateInputSerializer(contentType, serving([json, yaml])))
    expect(isUnsupportedMediaTypeError(error) && [error.status, error.message]).toEqual([
      415,
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
    ])
  })

  it('reads parameters with quotes and escapes', () => {
    expect(parseMediaType('text/plain; a="x;\\"y"; B=c')?.parameters).toEqual(
      new Map([
        ['a', 'x;"y'],
        ['b', 'c'],
      ]),
    )
  })
})

describe('ClientNegotiator', () => {
  const client = (infos: readonly SerializerInfo[]) => new ClientNegotiator(serving(infos), new GroupVersion('', 'v1'))

  it('finds serializers, the first for no content type', () => {
    expect(client(all).encoder('application/yaml')).toBe(yaml.serializer)
    expect(client(all).decoder('')).toBe(json.serializer)
    expect(client(all).streamDecoder('application/json')).toMatchObject({
      framer: stream.framer,
      decoder: json.serializer,
    })
  })

  it('says what it cannot find', () => {
    const errors = [
      thrown(() => client(all).encoder('text/html')),
      thrown(() => client([]).decoder('')),
      thrown(() => client(all).streamDecoder('application/yaml')),
    ]
    expect(errors.map((error) => isNegotiateError(error) && error.message)).toEqual([
      'no serializers registered for text/html',
      'no serializers registered for ',
      'no stream serializers registered for application/yaml',
    ])
  })
})
