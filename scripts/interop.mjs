// Compares this package with Go (needs Go): npm run interop -- [--cases N] [--seed S] [--ops a,b] [--keep]
import '../test/interop/run.mjs'
