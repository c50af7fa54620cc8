import { tableOf } from './row-tables.js'

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 't' },
  spec: { containers: [{ name: 'c', image: 'x' }] },
}

// Each row puts one value into a valid pod; its errors are those of the Go code of 1.36.
tableOf(pod, [
  [
    'metadata.name',
    'A_b',
    [
      "metadata.name: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    'metadata.namespace',
    'T',
    [': the namespace of the provided object does not match the namespace sent on the request'],
  ],
  [
    'metadata.labels',
    { 'a b': 'c' },
    [
      "metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  [
    'metadata.annotations',
    { 'seccomp.security.alpha.kubernetes.io/pod': 'x' },
    [
      'metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "x": must be a valid seccomp profile',
    ],
  ],
  [
    'spec.restartPolicy',
    'Sometimes',
    ['spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"'],
  ],
  [
    'spec.dnsPolicy',
    'Mine',
    [
      'spec.dnsPolicy: Unsupported value: "Mine": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
    ],
  ],
  ['spec.dnsPolicy', 'None', ['spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None']],
  ['spec.terminationGracePeriodSeconds', -1, []],
  [
    'spec.activeDeadlineSeconds',
    0,
    ['spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive'],
  ],
  [
    'spec.hostname',
    'A.b',
    [
      "spec.hostname: Invalid value: \"A.b\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  [
    'spec.subdomain',
    'A',
    [
      "spec.subdomain: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  [
    'spec.nodeName',
    'A_b',
    [
      "spec.nodeName: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    'spec.nodeSelector',
    { 'a b': 'c' },
    [
      "spec.nodeSelector: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  [
    'spec.serviceAccountName',
    'A_b',
    [
      "spec.serviceAccountName: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    'spec.priorityClassName',
    'A_b',
    [
      "spec.priorityClassName: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    'spec.preemptionPolicy',
    'Never mind',
    ['spec.preemptionPolicy: Unsupported value: "Never mind": supported values: "PreemptLowerPriority", "Never"'],
  ],
  [
    'spec.overhead',
    { cpu: '-1' },
    ['spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  ],
  ['spec.setHostnameAsFQDN', true, []],
  ['spec.os', { name: 'beos' }, ['spec.os: Unsupported value: "beos": supported values: "linux", "windows"']],
  ['spec.schedulingGates', [{ name: 'a' }, { name: 'a' }], ['spec.schedulingGates[1]: Duplicate value: "a"']],
  [
    'spec.readinessGates',
    [{ conditionType: 'a b' }],
    [
      "spec.readinessGates[0].conditionType: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  ['spec.enableServiceLinks', false, []],
  [
    'spec.hostAliases',
    [{ ip: '1', hostnames: ['a_b'] }],
    [
      'spec.hostAliases[0].ip: Invalid value: "1": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      "spec.hostAliases[0].hostnames[0]: Invalid value: \"a_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    'spec.dnsConfig',
    { nameservers: ['x'], searches: ['a b'], options: [{ name: '' }] },
    [
      'spec.dnsConfig.nameservers[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      "spec.dnsConfig.searches[0]: Invalid value: \"a b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')",
      'spec.dnsConfig.options[0]: Required value: must not be empty',
    ],
  ],
  [
    'spec.tolerations',
    [
      { operator: 'Equal', effect: 'NoSchedule' },
      { key: 'a', operator: 'Exists', value: 'v' },
      { key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 },
    ],
    [
      'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
      'spec.tolerations[1].operator: Invalid value: "v": value must be empty when `operator` is \'Exists\'',
      'spec.tolerations[2].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
    ],
  ],
  [
    'spec.topologySpreadConstraints',
    [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Maybe' }],
    [
      'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
      'spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty',
      'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "Maybe": supported values: "DoNotSchedule", "ScheduleAnyway"',
    ],
  ],
  [
    'spec.topologySpreadConstraints',
    [
      {
        maxSkew: 1,
        topologyKey: 'z',
        whenUnsatisfiable: 'ScheduleAnyway',
        minDomains: 2,
        labelSelector: { matchLabels: { a: 'b' } },
        matchLabelKeys: ['a'],
      },
    ],
    [
      'spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
    ],
  ],
  [
    'spec.affinity',
    { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
    [
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term',
    ],
  ],
  [
    'spec.affinity',
    {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'a', operator: 'Gt', values: ['b', 'c'] },
                { key: 'a', operator: 'In' },
              ],
              matchFields: [{ key: 'metadata.uid', operator: 'NotIn', values: ['a'] }],
            },
          ],
        },
      },
    },
    [
      "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
      "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[1].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key: Invalid value: "metadata.uid": not a valid field selector key',
    ],
  ],
  [
    'spec.affinity',
    { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: '', namespaces: ['A'] }] } },
    [
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty',
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: "": name part must be non-empty',
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  [
    'spec.affinity',
    {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, podAffinityTerm: { topologyKey: 'z' } }],
      },
    },
    [
      'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in the range 1-100',
    ],
  ],
  [
    'spec.securityContext',
    {
      runAsUser: -1,
      fsGroup: -1,
      fsGroupChangePolicy: 'Now',
      supplementalGroups: [-1],
      sysctls: [{ name: 'A' }, { name: 'a.b', value: '1' }, { name: 'a/b', value: '1' }],
    },
    [
      'spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      'spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      'spec.securityContext.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      'spec.securityContext.sysctls[0].name: Invalid value: "A": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
      'spec.securityContext.fsGroupChangePolicy: Unsupported value: "Now": supported values: "Always", "OnRootMismatch"',
    ],
  ],
  [
    'spec.securityContext',
    { seccompProfile: { type: 'Localhost' }, appArmorProfile: { type: 'Unconfined', localhostProfile: 'a' } },
    [
      'spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
      'spec.securityContext.appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost',
    ],
  ],
  [
    'spec.securityContext',
    { windowsOptions: { gmsaCredentialSpec: '', runAsUserName: 'a*b', hostProcess: true } },
    [
      'spec.securityContext.windowsOptions.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
      'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "a*b": runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
      'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
    ],
  ],
  [
    'spec.resourceClaims',
    [{ name: 'a' }, { name: 'a', resourceClaimName: 'b', resourceClaimTemplateName: 'c' }],
    [
      'spec.resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      'spec.resourceClaims[1].name: Duplicate value: "a"',
      'spec.resourceClaims[1]: Invalid value: {"Name":"a","ResourceClaimName":"b","ResourceClaimTemplateName":"c"}: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
    ],
  ],
])
