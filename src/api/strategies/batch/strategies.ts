import { cronJobStrategy } from '../../batch/cron-job/strategy.js'
import { jobStrategy } from '../../batch/job/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `batch` behave in a registry. */
export const strategies: readonly KindStrategy[] = [jobStrategy, cronJobStrategy]
