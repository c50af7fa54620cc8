import { Session } from 'node:inspector/promises'

/**
 * Tells the parent that this process is ready, with `facts`, then answers its questions: `usage` with CPU time (µs) and memory
 * (bytes), `profile` and `end of profile`, and `stop`, after which the process ends.
 */
export function tellParent(facts, stop) {
  const inspector = new Session()
  const answers = {
    usage,
    async profile() {
      inspector.connect()
      await inspector.post('Profiler.enable')
      await inspector.post('Profiler.setSamplingInterval', { interval: 200 })
      await inspector.post('Profiler.start')
      return {}
    },
    'end of profile': async () => inspector.post('Profiler.stop'),
    async stop() {
      await stop()
      process.exit()
    },
  }
  process.on('message', async (question) => process.send(await answers[question]()))
  process.on('disconnect', () => process.exit())
  process.send({ ...facts, startedIn: performance.now(), ...usage() })
}

function usage() {
  const { user, system } = process.cpuUsage()
  return { cpu: user + system, rss: process.memoryUsage().rss }
}
