import type { FlagGroup } from '../../flags/flag.js'

/** Flags of the control API, which kube-apiserver does not have. */
export const controlFlags: FlagGroup = {
  title: 'Control flags',
  flags: [
    {
      name: 'control-port',
      kind: 'integer',
      help: 'Port of 127.0.0.1 for the control API, by which test programs make clusters; 0 for any. Without the flag there is none.',
    },
    {
      name: 'control-token-file',
      kind: 'string',
      help: 'File with the token of the control API; one that is missing is made. Default: control.token in the data folder.',
    },
    {
      name: 'control-clusters-port',
      kind: 'integer',
      help: 'TLS port of 127.0.0.1 at which the clusters of the control API are reached; 0 for any.',
      fallback: '0',
    },
  ],
}
