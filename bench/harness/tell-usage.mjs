// Loaded into a command that was forked: answers each message with CPU time (µs), resident memory (bytes) and age (ms) of the process.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, rss: process.memoryUsage.rss(), startedIn: performance.now() })
})
// This listener must not keep the command running.
process.channel.unref()
