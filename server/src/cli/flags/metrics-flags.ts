import type { FlagGroup } from '../../flags/flag.js'

/** Flags of metrics. */
export const metricsFlags: FlagGroup = {
  title: 'Metrics flags',
  flags: [
    {
      name: 'show-hidden-metrics-for-version',
      kind: 'string',
      help: 'Also serve metrics that are hidden because they were deprecated: the previous release, as MAJOR.MINOR.',
    },
    { name: 'disabled-metrics', kind: 'strings', help: 'Names of metrics that are not served.' },
    {
      name: 'allow-metric-labels',
      kind: 'pairs',
      help: "Allowed values of labels, metric,label=value,value; other values become 'unexpected'.",
    },
    {
      name: 'allow-metric-labels-manifest',
      kind: 'string',
      help: 'YAML file with the content of --allow-metric-labels.',
    },
  ],
}
