export type { CommandIO } from './command-io.js'
export { processIO } from './process-io.js'
export { run } from './run.js'
