/** The value below which a share of the samples lies, interpolated. */
function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = Math.floor(position)
  const above = Math.ceil(position)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/** Median and the quartiles around it. */
export function spread(samples) {
  return { median: quantile(samples, 0.5), low: quantile(samples, 0.25), high: quantile(samples, 0.75) }
}

/** Ratio of two operations: of the samples of each round, then median and quartiles. */
export function ratio(samples, baseline) {
  return spread(samples.map((sample, round) => sample / baseline[round]))
}
