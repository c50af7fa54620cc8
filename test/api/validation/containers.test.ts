import { tableOf } from './row-tables.js'

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 't' },
  spec: { containers: [{ name: 'c', image: 'x' }] },
}

// Each row puts one value into a valid pod; its errors are those of the Go code of 1.36.
tableOf(pod, [
  ['spec.containers', [], ['spec.containers: Required value']],
  [
    'spec.containers.0.name',
    'A',
    [
      "spec.containers[0].name: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  ['spec.containers.0.image', '', ['spec.containers[0].image: Required value']],
  [
    'spec.containers.0.image',
    ' x',
    ['spec.containers[0].image: Invalid value: " x": must not have leading or trailing whitespace'],
  ],
  [
    'spec.containers.0.imagePullPolicy',
    'Seldom',
    [
      'spec.containers[0].imagePullPolicy: Unsupported value: "Seldom": supported values: "Always", "IfNotPresent", "Never"',
    ],
  ],
  [
    'spec.containers.0.terminationMessagePolicy',
    'Never',
    [
      'spec.containers[0].terminationMessagePolicy: Unsupported value: "Never": supported values: "File", "FallbackToLogsOnError"',
    ],
  ],
  ['spec.containers.0.restartPolicy', 'Always', []],
  [
    'spec.containers.0.env',
    [
      { name: 'a=b', value: 'c' },
      { name: '' },
      { name: 'a', value: 'b', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    [
      'spec.containers[0].env[0].name: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than \'=\'',
      'spec.containers[0].env[1].name: Required value',
      'spec.containers[0].env[2].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    ],
  ],
  [
    'spec.containers.0.env',
    [
      { name: 'a', valueFrom: { fieldRef: { fieldPath: 'spec.hostname' } } },
      { name: 'a', valueFrom: { resourceFieldRef: { resource: 'limits.gpu' } } },
      { name: 'a', valueFrom: { secretKeyRef: { name: '', key: '/' } } },
      { name: 'a', valueFrom: {} },
    ],
    [
      'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.hostname": error converting fieldPath: field label not supported: spec.hostname',
      'spec.containers[0].env[1].valueFrom.resourceFieldRef.resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      "spec.containers[0].env[2].valueFrom.secretKeyRef.name: Invalid value: \"\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.containers[0].env[2].valueFrom.secretKeyRef.key: Invalid value: \"/\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
      'spec.containers[0].env[3].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
    ],
  ],
  [
    'spec.containers.0.envFrom',
    [{ prefix: 'a=', configMapRef: { name: 'A_' } }, {}, { secretRef: { name: 'a' }, configMapRef: { name: 'a' } }],
    [
      'spec.containers[0].envFrom[0].prefix: Invalid value: "a=": a valid environment variable name must consist only of printable ASCII characters other than \'=\'',
      "spec.containers[0].envFrom[0].configMapRef.name: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
      'spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time',
    ],
  ],
  [
    'spec.containers.0.ports',
    [
      { containerPort: 0 },
      { containerPort: 65536, hostPort: -1, protocol: 'HTTP', name: 'a--b', hostIP: 'x' },
      { containerPort: 1, name: 'a' },
      { containerPort: 2, name: 'a' },
    ],
    [
      'spec.containers[0].ports[0].containerPort: Required value',
      'spec.containers[0].ports[1].name: Invalid value: "a--b": must not contain consecutive hyphens',
      'spec.containers[0].ports[1].containerPort: Invalid value: 65536: must be between 1 and 65535, inclusive',
      'spec.containers[0].ports[1].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive',
      'spec.containers[0].ports[1].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"',
      'spec.containers[0].ports[3].name: Duplicate value: "a"',
    ],
  ],
  [
    'spec.containers.0.ports',
    [
      { containerPort: 1, hostPort: 2 },
      { containerPort: 3, hostPort: 2 },
    ],
    ['spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//2"'],
  ],
  [
    'spec.containers.0.livenessProbe',
    { exec: { command: ['a'] }, successThreshold: 2, periodSeconds: -1 },
    [
      'spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0',
      'spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1',
    ],
  ],
  [
    'spec.containers.0.readinessProbe',
    { httpGet: { port: 0, scheme: 'FTP', httpHeaders: [{ name: 'a b' }] }, terminationGracePeriodSeconds: 1 },
    [
      'spec.containers[0].readinessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'spec.containers[0].readinessProbe.httpGet.scheme: Unsupported value: "FTP": supported values: "HTTP", "HTTPS"',
      "spec.containers[0].readinessProbe.httpGet.httpHeaders: Invalid value: \"a b\": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
      'spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes',
    ],
  ],
  [
    'spec.containers.0.startupProbe',
    { tcpSocket: { port: 'A_' }, grpc: { port: 0 } },
    [
      'spec.containers[0].startupProbe.tcpSocket.port: Invalid value: "A_": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'spec.containers[0].startupProbe.tcpSocket.port: Invalid value: "A_": must contain at least one letter (a-z)',
      'spec.containers[0].startupProbe.grpc: Forbidden: may not specify more than 1 handler type',
    ],
  ],
  [
    'spec.containers.0.lifecycle',
    { preStop: { sleep: { seconds: 31 } }, postStart: {} },
    [
      'spec.containers[0].lifecycle.postStart: Required value: must specify a handler type',
      'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)',
    ],
  ],
  ['spec.containers.0.lifecycle', { stopSignal: 'SIGTERM' }, []],
  [
    'spec.containers.0.volumeMounts',
    [
      { name: 'n', mountPath: '' },
      { name: 'n', mountPath: '/a:b', subPath: '../a', mountPropagation: 'Up' },
      { name: 'n', mountPath: '/a', subPath: 'a', subPathExpr: 'b', recursiveReadOnly: 'Always' },
    ],
    [
      'spec.containers[0].volumeMounts[0].name: Not found: "n"',
      'spec.containers[0].volumeMounts[0].mountPath: Required value',
      'spec.containers[0].volumeMounts[1].name: Not found: "n"',
      'spec.containers[0].volumeMounts.subPath: Invalid value: "../a": must not contain \'..\'',
      'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Up": supported values: "Bidirectional", "HostToContainer", "None"',
      'spec.containers[0].volumeMounts[2].name: Not found: "n"',
      'spec.containers[0].volumeMounts[2].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive',
      'spec.containers[0].volumeMounts.recursiveReadOnly: Unsupported value: "Always": supported values: "Disabled", "Enabled", "IfPossible"',
    ],
  ],
  [
    'spec.containers.0.volumeDevices',
    [
      { name: '', devicePath: '/a/../b' },
      { name: 'n', devicePath: '' },
    ],
    [
      'spec.containers[0].volumeDevices[0].name: Required value',
      'spec.containers[0].volumeDevices[0].name: Not found: ""',
      'spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/a/../b": can not contain backsteps (\'..\')',
      'spec.containers[0].volumeDevices[1].name: Not found: "n"',
      'spec.containers[0].volumeDevices[1].devicePath: Required value',
    ],
  ],
  [
    'spec.containers.0.resources',
    { limits: { cpu: '1' }, requests: { cpu: '2' } },
    ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  ],
  [
    'spec.containers.0.resources',
    { limits: { 'example.com/gpu': '1500m' } },
    [
      'spec.containers[0].resources.limits[example.com/gpu]: Invalid value: "1500m": must be an integer',
      'spec.containers[0].resources.requests[example.com/gpu]: Invalid value: "1500m": must be an integer',
    ],
  ],
  [
    'spec.containers.0.resources',
    { limits: { 'a b': '1' } },
    [
      "spec.containers[0].resources.limits[a b]: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.containers[0].resources.limits[a b]: Invalid value: "a b": must be a standard resource for containers',
      "spec.containers[0].resources.requests[a b]: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.containers[0].resources.requests[a b]: Invalid value: "a b": must be a standard resource for containers',
    ],
  ],
  [
    'spec.containers.0.resources',
    { requests: { 'hugepages-2Mi': '3Mi' } },
    [
      'spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources',
      'spec.containers[0].resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
      'spec.containers[0].resources: Forbidden: HugePages require cpu or memory',
    ],
  ],
  [
    'spec.containers.0.resources',
    { claims: [{ name: 'a' }, { name: '' }] },
    [
      'spec.containers[0].resources.claims[0]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty',
      'spec.containers[0].resources.claims[1]: Required value',
    ],
  ],
  [
    'spec.containers.0.resizePolicy',
    [
      { resourceName: 'gpu', restartPolicy: 'NotRequired' },
      { resourceName: 'cpu', restartPolicy: 'Soon' },
    ],
    [
      'spec.containers[0].resizePolicy: Unsupported value: "gpu": supported values: "cpu", "memory"',
      'spec.containers[0].resizePolicy: Unsupported value: "Soon": supported values: "NotRequired", "RestartContainer"',
    ],
  ],
  [
    'spec.containers.0.securityContext',
    { privileged: true, allowPrivilegeEscalation: false, procMount: 'Mine', runAsGroup: -1 },
    [
      'spec.containers[0].securityContext.runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      'spec.containers[0].securityContext.procMount: Unsupported value: "Mine": supported values: "Default", "Unmasked"',
      'spec.containers[0].securityContext: Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":-1,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":"Mine","SeccompProfile":null,"AppArmorProfile":null}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    ],
  ],
  [
    'spec.containers.0.securityContext',
    { capabilities: { add: ['CAP_SYS_ADMIN'] }, allowPrivilegeEscalation: false },
    [
      'spec.containers[0].securityContext: Invalid value: {"Capabilities":{"Add":["CAP_SYS_ADMIN"],"Drop":null},"Privileged":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
    ],
  ],
  [
    'spec.initContainers',
    [{ name: 'c', image: 'x', restartPolicy: 'OnFailure', livenessProbe: { exec: { command: ['a'] } } }],
    [
      'spec.initContainers[0].name: Duplicate value: "c"',
      'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    ],
  ],
  [
    'spec.initContainers',
    [
      {
        name: 'i',
        image: 'x',
        lifecycle: { preStop: { exec: { command: ['a'] } } },
        startupProbe: { exec: { command: ['a'] } },
      },
    ],
    [
      'spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always',
      'spec.initContainers[0].startupProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    ],
  ],
  [
    'spec.ephemeralContainers',
    [{ name: 'e', image: 'x' }],
    ['spec.ephemeralContainers: Forbidden: cannot be set on create'],
  ],
])
