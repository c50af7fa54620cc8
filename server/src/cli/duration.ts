const units: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }

/** The seconds of a duration of Go such as `1h30m`; the text was checked when the flag was read. */
export function secondsOf(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1
  let seconds = 0
  for (const [, number = '', unit = ''] of text.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(number) * (units[unit] ?? 0)
  }
  return sign * seconds
}
