import type { KindStrategy } from '../kind-strategy.js'
import { cronJobStrategy } from './cron-job.js'
import { jobStrategy } from './job.js'

/** How the kinds of `batch` behave in a registry. */
export const strategies: readonly KindStrategy[] = [jobStrategy, cronJobStrategy]
