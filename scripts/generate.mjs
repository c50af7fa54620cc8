// Regenerates the built-in types from the committed snapshot; arguments go to `apimachinery generate kubernetes`.
process.argv.splice(2, 0, 'kubernetes')
await import('../codegen/run.mjs')
