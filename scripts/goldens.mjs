// Writes test/golden from Go (needs Go): npm run goldens
import '../test/interop/goldens.mjs'
import '../test/interop/mapper-golden.mjs'
import '../test/interop/json-path-golden.mjs'
import '../test/interop/managed-fields-golden.mjs'
import '../test/interop/yaml-golden.mjs'
import '../test/interop/answers-golden.mjs'
import '../test/interop/manifest-golden.mjs'
import '../test/openapi/record-goldens.mjs'
