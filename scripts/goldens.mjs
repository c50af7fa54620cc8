// Writes test/golden from Go (needs Go): npm run goldens
import '../test/interop/goldens.mjs'
import '../test/interop/mapper-golden.mjs'
