import { layerRules } from '../scripts/layer-rules.mjs'

// The order of the folders, checked by `npm run check:layers`. Imports go downwards or stay in their layer.
export default layerRules({
  source: 'server/src/',
  layers: [
    'internal/',
    '(certificates|storage/kv)/',
    'storage/(?!kv/|cache/)',
    'storage/cache/',
    'request/',
    '(audit|authentication|authorization|admission|metrics|health|flow-control)/',
    'registry/',
    'endpoints/',
    '(discovery|openapi|filters|serving)/',
    'server/',
    '(customresources|aggregator|flags|delegation)/',
    'kinds/',
    'kubernetes/',
    'controllers/',
    'testing/',
    '(cli/|index[.]ts)',
  ],
  thirdParty: {
    lmdb: 'storage/kv/embedded/',
    '@grpc/grpc-js': 'internal/grpc/',
    '@noble/ciphers': 'storage/encryption/',
    ws: 'serving/',
    jose: 'authentication/',
    '@peculiar/asn1-rsa': 'certificates/',
    '@peculiar/asn1-schema': 'certificates/',
    '@peculiar/asn1-x509': 'certificates/',
    '@peculiar/x509': 'certificates/',
    'reflect-metadata': 'certificates/',
  },
  packages: ['apimachinery', '@apimachinery/client'],
})
