import type { FlagGroup } from '../flag.js'

/** Flags of metrics. */
export const metricsFlags: FlagGroup = {
  title: 'Metrics flags',
  flags: [
    {
      name: 'show-hidden-metrics-for-version',
      kind: 'string',
      help: 'Tell metrics too that were deprecated so long ago that they are hidden: the release before this one, such as 1.35.',
    },
    { name: 'disabled-metrics', kind: 'strings', help: 'Names of metrics that are not told.' },
    {
      name: 'allow-metric-labels',
      kind: 'pairs',
      help: "Values that labels may have, metric,label=value,value; others become 'unexpected'.",
    },
    {
      name: 'allow-metric-labels-manifest',
      kind: 'string',
      help: 'YAML file of such pairs, in place of --allow-metric-labels.',
    },
  ],
}
