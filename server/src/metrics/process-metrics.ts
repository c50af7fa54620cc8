import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { MetricsRegistry } from '@apimachinery/client/metrics'

/**
 * Metrics of the process from the operating system and Node, read on demand.
 *
 * Source: the process collector of Prometheus' client for Go.
 */
export function addProcessMetrics(registry: MetricsRegistry): void {
  const number = (name: string, help: string, read: () => number | undefined): void => {
    const stability = name === 'process_start_time_seconds' ? ({ stability: 'ALPHA' } as const) : {}
    registry[name.endsWith('_total') ? 'counter' : 'gauge']({ name, help, ...stability }, (family) => {
      const value = read()
      if (value !== undefined) family.labels().set(value)
    })
  }
  number('process_cpu_seconds_total', 'Total user and system CPU time spent in seconds.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  number('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', () => processStart())
  number('process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss())
  number('process_virtual_memory_bytes', 'Virtual memory size in bytes.', virtualMemory)
  number('process_open_fds', 'Number of open file descriptors.', openFiles)
  number('process_max_fds', 'Maximum number of open file descriptors.', maxFiles)
  number(
    'nodejs_heap_size_used_bytes',
    'Process heap size used from Node.js in bytes.',
    () => process.memoryUsage().heapUsed,
  )
  number('nodejs_external_memory_bytes', 'Node.js external memory size in bytes.', () => process.memoryUsage().external)
  number('nodejs_eventloop_utilization', 'Part of the time since the start that the event loop was busy.', () => {
    return performance.eventLoopUtilization().utilization
  })
}

/** Seconds since the epoch at which the process started. */
export function processStart(): number {
  return performance.timeOrigin / 1000
}

function virtualMemory(): number | undefined {
  // Pages are of 4 KiB wherever there is such a file.
  const pages = procFile('statm')?.split(' ')[0]
  return pages === undefined ? undefined : Number(pages) * 4096
}

function maxFiles(): number | undefined {
  const match = /^Max open files\s+(\d+)/m.exec(procFile('limits') ?? '')
  return match === null ? undefined : Number(match[1])
}

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

/** Only Linux has these. */
function procFile(name: string): string | undefined {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
