/**
 * How a kube-apiserver shows structs of pods and workloads in messages: as JSON of types without JSON names, so with Go's
 * field names, in their order. One line per struct: its name, then its fields.
 *
 * A field is its name in Go and, unless it is text, `:` and its type: `i` a number, `b` a boolean, `q` a quantity, `*` a
 * pointer to a scalar, `[]` a list of scalars, `{}` a map of texts, `{q}` a map of quantities; the name of a struct, alone,
 * after `*` or after `[]`. After `=` follows its JSON name, if that is not the Go name with a small first letter. `+`
 * inserts the fields of another struct.
 */
export const internalTypes = `
PodSpec Volumes:[]Volume InitContainers:[]Container Containers:[]Container EphemeralContainers:[]EphemeralContainer RestartPolicy TerminationGracePeriodSeconds:* ActiveDeadlineSeconds:* DNSPolicy=dnsPolicy NodeSelector:{} ServiceAccountName AutomountServiceAccountToken:* NodeName SecurityContext:*PodSecurityContext ImagePullSecrets:[]LocalObjectReference Hostname Subdomain SetHostnameAsFQDN:* Affinity:*Affinity SchedulerName Tolerations:[]Toleration HostAliases:[]HostAlias PriorityClassName Priority:* PreemptionPolicy:* DNSConfig:*PodDNSConfig=dnsConfig ReadinessGates:[]PodReadinessGate RuntimeClassName:* Overhead:{q} EnableServiceLinks:* TopologySpreadConstraints:[]TopologySpreadConstraint OS:*PodOS=os SchedulingGates:[]PodSchedulingGate ResourceClaims:[]PodResourceClaim Resources:*ResourceRequirements HostnameOverride:* SchedulingGroup:*PodSchedulingGroup
Volume Name +VolumeSource
VolumeSource HostPath:*HostPathVolumeSource EmptyDir:*EmptyDirVolumeSource GCEPersistentDisk:*GCEPersistentDiskVolumeSource=gcePersistentDisk AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource=awsElasticBlockStore GitRepo:*GitRepoVolumeSource Secret:*SecretVolumeSource NFS:*NFSVolumeSource=nfs ISCSI:*ISCSIVolumeSource=iscsi Glusterfs:*GlusterfsVolumeSource PersistentVolumeClaim:*PersistentVolumeClaimVolumeSource RBD:*RBDVolumeSource=rbd Quobyte:*QuobyteVolumeSource FlexVolume:*FlexVolumeSource Cinder:*CinderVolumeSource CephFS:*CephFSVolumeSource=cephfs Flocker:*FlockerVolumeSource DownwardAPI:*DownwardAPIVolumeSource FC:*FCVolumeSource=fc AzureFile:*AzureFileVolumeSource ConfigMap:*ConfigMapVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource Projected:*ProjectedVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOVolumeSource StorageOS:*StorageOSVolumeSource=storageos CSI:*CSIVolumeSource=csi Ephemeral:*EphemeralVolumeSource Image:*ImageVolumeSource
HostPathVolumeSource Path Type:*
EmptyDirVolumeSource Medium SizeLimit:*q
GCEPersistentDiskVolumeSource PDName=pdName FSType=fsType Partition:i ReadOnly:b
AWSElasticBlockStoreVolumeSource VolumeID FSType=fsType Partition:i ReadOnly:b
GitRepoVolumeSource Repository Revision Directory
SecretVolumeSource SecretName Items:[]KeyToPath DefaultMode:* Optional:*
KeyToPath Key Path Mode:*
NFSVolumeSource Server Path ReadOnly:b
ISCSIVolumeSource TargetPortal IQN=iqn Lun:i ISCSIInterface=iscsiInterface FSType=fsType ReadOnly:b Portals:[] DiscoveryCHAPAuth:b=chapAuthDiscovery SessionCHAPAuth:b=chapAuthSession SecretRef:*LocalObjectReference InitiatorName:*
LocalObjectReference Name
GlusterfsVolumeSource EndpointsName=endpoints Path ReadOnly:b
PersistentVolumeClaimVolumeSource ClaimName ReadOnly:b
RBDVolumeSource CephMonitors:[]=monitors RBDImage=image FSType=fsType RBDPool=pool RadosUser=user Keyring SecretRef:*LocalObjectReference ReadOnly:b
QuobyteVolumeSource Registry Volume ReadOnly:b User Group Tenant
FlexVolumeSource Driver FSType=fsType SecretRef:*LocalObjectReference ReadOnly:b Options:{}
CinderVolumeSource VolumeID FSType=fsType ReadOnly:b SecretRef:*LocalObjectReference
CephFSVolumeSource Monitors:[] Path User SecretFile SecretRef:*LocalObjectReference ReadOnly:b
FlockerVolumeSource DatasetName DatasetUUID
DownwardAPIVolumeSource Items:[]DownwardAPIVolumeFile DefaultMode:*
DownwardAPIVolumeFile Path FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode:*
ObjectFieldSelector APIVersion=apiVersion FieldPath
ResourceFieldSelector ContainerName Resource Divisor:q
FCVolumeSource TargetWWNs:[] Lun:* FSType=fsType ReadOnly:b WWIDs:[]=wwids
AzureFileVolumeSource SecretName ShareName ReadOnly:b
ConfigMapVolumeSource +LocalObjectReference Items:[]KeyToPath DefaultMode:* Optional:*
VsphereVirtualDiskVolumeSource VolumePath FSType=fsType StoragePolicyName StoragePolicyID
AzureDiskVolumeSource DiskName DataDiskURI=diskURI CachingMode:* FSType:*=fsType ReadOnly:* Kind:*
PhotonPersistentDiskVolumeSource PdID FSType=fsType
ProjectedVolumeSource Sources:[]VolumeProjection DefaultMode:*
VolumeProjection Secret:*SecretProjection DownwardAPI:*DownwardAPIProjection ConfigMap:*ConfigMapProjection ServiceAccountToken:*ServiceAccountTokenProjection ClusterTrustBundle:*ClusterTrustBundleProjection PodCertificate:*PodCertificateProjection
SecretProjection +LocalObjectReference Items:[]KeyToPath Optional:*
DownwardAPIProjection Items:[]DownwardAPIVolumeFile
ConfigMapProjection +LocalObjectReference Items:[]KeyToPath Optional:*
ServiceAccountTokenProjection Audience ExpirationSeconds:i Path
ClusterTrustBundleProjection Name:* SignerName:* LabelSelector:*LabelSelector Optional:* Path
PodCertificateProjection SignerName KeyType MaxExpirationSeconds:* CredentialBundlePath KeyPath CertificateChainPath UserAnnotations:{}
PortworxVolumeSource VolumeID FSType=fsType ReadOnly:b
ScaleIOVolumeSource Gateway System SecretRef:*LocalObjectReference SSLEnabled:b=sslEnabled ProtectionDomain StoragePool StorageMode VolumeName FSType=fsType ReadOnly:b
StorageOSVolumeSource VolumeName VolumeNamespace FSType=fsType ReadOnly:b SecretRef:*LocalObjectReference
CSIVolumeSource Driver ReadOnly:* FSType:*=fsType VolumeAttributes:{} NodePublishSecretRef:*LocalObjectReference
EphemeralVolumeSource VolumeClaimTemplate:*PersistentVolumeClaimTemplate
PersistentVolumeClaimTemplate +metadata Spec:PersistentVolumeClaimSpec
PersistentVolumeClaimSpec AccessModes:[] Selector:*LabelSelector Resources:VolumeResourceRequirements VolumeName StorageClassName:* VolumeMode:* DataSource:*TypedLocalObjectReference DataSourceRef:*TypedObjectReference VolumeAttributesClassName:*
VolumeResourceRequirements Limits:{q} Requests:{q}
TypedLocalObjectReference APIGroup:*=apiGroup Kind Name
TypedObjectReference APIGroup:*=apiGroup Kind Name Namespace:*
ImageVolumeSource Reference PullPolicy
Container Name Image Command:[] Args:[] WorkingDir Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:* RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath TerminationMessagePolicy ImagePullPolicy SecurityContext:*SecurityContext Stdin:b StdinOnce:b TTY:b=tty
ContainerPort Name HostPort:i ContainerPort:i Protocol HostIP
EnvFromSource Prefix ConfigMapRef:*ConfigMapEnvSource SecretRef:*SecretEnvSource
ConfigMapEnvSource +LocalObjectReference Optional:*
SecretEnvSource +LocalObjectReference Optional:*
EnvVar Name Value ValueFrom:*EnvVarSource
EnvVarSource FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector ConfigMapKeyRef:*ConfigMapKeySelector SecretKeyRef:*SecretKeySelector FileKeyRef:*FileKeySelector
ConfigMapKeySelector +LocalObjectReference Key Optional:*
SecretKeySelector +LocalObjectReference Key Optional:*
FileKeySelector VolumeName Path Key Optional:*
ResourceRequirements Limits:{q} Requests:{q} Claims:[]ResourceClaim
ResourceClaim Name Request
ContainerResizePolicy ResourceName RestartPolicy
ContainerRestartRule Action ExitCodes:*ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes Operator Values:[]
VolumeMount Name ReadOnly:b RecursiveReadOnly:* MountPath SubPath MountPropagation:* SubPathExpr
VolumeDevice Name DevicePath
Probe +ProbeHandler InitialDelaySeconds:i TimeoutSeconds:i PeriodSeconds:i SuccessThreshold:i FailureThreshold:i TerminationGracePeriodSeconds:*
ProbeHandler Exec:*ExecAction HTTPGet:*HTTPGetAction=httpGet TCPSocket:*TCPSocketAction=tcpSocket GRPC:*GRPCAction=grpc
ExecAction Command:[]
HTTPGetAction Path Port:i Host Scheme HTTPHeaders:[]HTTPHeader=httpHeaders
HTTPHeader Name Value
TCPSocketAction Port:i Host
GRPCAction Port:i Service:*
Lifecycle PostStart:*LifecycleHandler PreStop:*LifecycleHandler StopSignal:*
LifecycleHandler Exec:*ExecAction HTTPGet:*HTTPGetAction=httpGet TCPSocket:*TCPSocketAction=tcpSocket Sleep:*SleepAction
SleepAction Seconds:i
SecurityContext Capabilities:*Capabilities Privileged:* SELinuxOptions:*SELinuxOptions=seLinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:* RunAsGroup:* RunAsNonRoot:* ReadOnlyRootFilesystem:* AllowPrivilegeEscalation:* ProcMount:* SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile
Capabilities Add:[] Drop:[]
SELinuxOptions User Role Type Level
WindowsSecurityContextOptions GMSACredentialSpecName:*=gmsaCredentialSpecName GMSACredentialSpec:*=gmsaCredentialSpec RunAsUserName:* HostProcess:*
SeccompProfile Type LocalhostProfile:*
AppArmorProfile Type LocalhostProfile:*
EphemeralContainer +EphemeralContainerCommon TargetContainerName
EphemeralContainerCommon Name Image Command:[] Args:[] WorkingDir Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:* RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath TerminationMessagePolicy ImagePullPolicy SecurityContext:*SecurityContext Stdin:b StdinOnce:b TTY:b=tty
PodSecurityContext HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace:* HostUsers:* SELinuxOptions:*SELinuxOptions=seLinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:* RunAsGroup:* RunAsNonRoot:* SupplementalGroups:[] SupplementalGroupsPolicy:* FSGroup:*=fsGroup FSGroupChangePolicy:*=fsGroupChangePolicy Sysctls:[]Sysctl SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile SELinuxChangePolicy:*=seLinuxChangePolicy
Sysctl Name Value
Affinity NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAntiAffinity
NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
NodeSelector NodeSelectorTerms:[]NodeSelectorTerm
NodeSelectorTerm MatchExpressions:[]NodeSelectorRequirement MatchFields:[]NodeSelectorRequirement
NodeSelectorRequirement Key Operator Values:[]
PreferredSchedulingTerm Weight:i Preference:NodeSelectorTerm
PodAffinity RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAffinityTerm LabelSelector:*LabelSelector Namespaces:[] TopologyKey NamespaceSelector:*LabelSelector MatchLabelKeys:[] MismatchLabelKeys:[]
WeightedPodAffinityTerm Weight:i PodAffinityTerm:PodAffinityTerm
PodAntiAffinity RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
Toleration Key Operator Value Effect TolerationSeconds:*
HostAlias IP=ip Hostnames:[]
PodDNSConfig Nameservers:[] Searches:[] Options:[]PodDNSConfigOption
PodDNSConfigOption Name Value:*
PodReadinessGate ConditionType
TopologySpreadConstraint MaxSkew:i TopologyKey WhenUnsatisfiable LabelSelector:*LabelSelector MinDomains:* NodeAffinityPolicy:* NodeTaintsPolicy:* MatchLabelKeys:[]
PodOS Name
PodSchedulingGate Name
PodResourceClaim Name ResourceClaimName:* ResourceClaimTemplateName:*
PodSchedulingGroup PodGroupName:*
PodTemplateSpec +metadata Spec:PodSpec
PodIP IP=ip
HostIP IP=ip
StatefulSetUpdateStrategy Type RollingUpdate:*RollingUpdateStatefulSetStrategy
RollingUpdateStatefulSetStrategy Partition:i MaxUnavailable:*
DeploymentStrategy Type RollingUpdate:*RollingUpdateDeployment
RollingUpdateDeployment MaxUnavailable:i MaxSurge:i
DaemonSetUpdateStrategy Type RollingUpdate:*RollingUpdateDaemonSet
RollingUpdateDaemonSet MaxUnavailable:i MaxSurge:i
SuccessPolicy Rules:[]SuccessPolicyRule
SuccessPolicyRule SucceededIndexes:* SucceededCount:*
PodFailurePolicy Rules:[]PodFailurePolicyRule
PodFailurePolicyRule Action OnExitCodes:*PodFailurePolicyOnExitCodesRequirement OnPodConditions:[]PodFailurePolicyOnPodConditionsPattern
PodFailurePolicyOnExitCodesRequirement ContainerName:* Operator Values:[]
PodFailurePolicyOnPodConditionsPattern Type Status
UncountedTerminatedPods Succeeded:[] Failed:[]
PersistentVolumeSource GCEPersistentDisk:*GCEPersistentDiskVolumeSource=gcePersistentDisk AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource=awsElasticBlockStore HostPath:*HostPathVolumeSource Glusterfs:*GlusterfsPersistentVolumeSource NFS:*NFSVolumeSource=nfs RBD:*RBDPersistentVolumeSource=rbd Quobyte:*QuobyteVolumeSource ISCSI:*ISCSIPersistentVolumeSource=iscsi FlexVolume:*FlexPersistentVolumeSource Cinder:*CinderPersistentVolumeSource CephFS:*CephFSPersistentVolumeSource=cephfs FC:*FCVolumeSource=fc Flocker:*FlockerVolumeSource AzureFile:*AzureFilePersistentVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOPersistentVolumeSource Local:*LocalVolumeSource StorageOS:*StorageOSPersistentVolumeSource=storageos CSI:*CSIPersistentVolumeSource=csi
SecretReference Name Namespace
GlusterfsPersistentVolumeSource EndpointsName=endpoints Path ReadOnly:b EndpointsNamespace:*
RBDPersistentVolumeSource CephMonitors:[]=monitors RBDImage=image FSType=fsType RBDPool=pool RadosUser=user Keyring SecretRef:*SecretReference ReadOnly:b
ISCSIPersistentVolumeSource TargetPortal IQN=iqn Lun:i ISCSIInterface=iscsiInterface FSType=fsType ReadOnly:b Portals:[] DiscoveryCHAPAuth:b=chapAuthDiscovery SessionCHAPAuth:b=chapAuthSession SecretRef:*SecretReference InitiatorName:*
FlexPersistentVolumeSource Driver FSType=fsType SecretRef:*SecretReference ReadOnly:b Options:{}
CinderPersistentVolumeSource VolumeID FSType=fsType ReadOnly:b SecretRef:*SecretReference
CephFSPersistentVolumeSource Monitors:[] Path User SecretFile SecretRef:*SecretReference ReadOnly:b
AzureFilePersistentVolumeSource SecretName ShareName ReadOnly:b SecretNamespace:*
ScaleIOPersistentVolumeSource Gateway System SecretRef:*SecretReference SSLEnabled:b=sslEnabled ProtectionDomain StoragePool StorageMode VolumeName FSType=fsType ReadOnly:b
LocalVolumeSource Path FSType:*=fsType
StorageOSPersistentVolumeSource VolumeName VolumeNamespace FSType=fsType ReadOnly:b SecretRef:*ObjectReference
ObjectReference Kind Namespace Name UID=uid APIVersion=apiVersion ResourceVersion FieldPath
CSIPersistentVolumeSource Driver VolumeHandle ReadOnly:b FSType=fsType VolumeAttributes:{} ControllerPublishSecretRef:*SecretReference NodeStageSecretRef:*SecretReference NodePublishSecretRef:*SecretReference ControllerExpandSecretRef:*SecretReference NodeExpandSecretRef:*SecretReference
VolumeNodeAffinity Required:*NodeSelector
`
