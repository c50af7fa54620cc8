import type { JSONObject } from '../../src/descriptor/types.js'

/** A method of a generated client beyond the usual verbs (`+genclient:method=GetScale,verb=get,…`). */
export interface ClientMethod {
  name: string
  verb: string
  subresource?: string | undefined
  /** Type of the body, as written. */
  input?: string | undefined
  /** Type of the answer, as written. */
  result?: string | undefined
}

/** Which client methods a kind gets (`+genclient` and its options). */
export interface ClientFacts {
  noVerbs?: boolean | undefined
  noStatus?: boolean | undefined
  onlyVerbs?: string[] | undefined
  skipVerbs?: string[] | undefined
  methods?: ClientMethod[] | undefined
}

/** A column that `kubectl get` prints. */
export interface PrinterColumn {
  name: string
  type: string
  jsonPath: string
  format?: string | undefined
  description?: string | undefined
  priority?: number | undefined
}

/** The scale subresource of a custom resource. */
export interface ScaleFacts {
  specReplicasPath: string
  statusReplicasPath: string
  labelSelectorPath?: string | undefined
}

/** The content of a CRD beyond {@link ResourceFacts}, as overlays over the generated manifest. */
export interface ManifestOverlay {
  /** Over the whole document without `spec.versions`. */
  document?: JSONObject | undefined
  /** Over the entry of this version without its schema. */
  version?: JSONObject | undefined
  /** The manifest says nothing of this version's content. */
  noSchema?: boolean | undefined
  /** Index of this version in `spec.versions`. */
  place?: number | undefined
}

/** How a kind is served: facts for RESTMapper, clients and CRD manifests. */
export interface ResourceFacts {
  plural: string
  singular: string
  scope: 'Namespaced' | 'Cluster'
  /** Kind of lists, where it is not the kind with `List`. */
  listKind?: string | undefined
  shortNames?: string[] | undefined
  categories?: string[] | undefined
  /** Names of subresources, `status` and `scale` included. */
  subresources?: string[] | undefined
  client?: ClientFacts | undefined
  printerColumns?: PrinterColumn[] | undefined
  scale?: ScaleFacts | undefined
  /** CRD version facts; absent means served and not stored. */
  version?:
    | {
        storage?: boolean
        served?: boolean
        deprecated?: boolean
        deprecationWarning?: string
        /** Not part of the manifest (`+kubebuilder:skipversion`). */
        skipped?: boolean
      }
    | undefined
  /** JSON paths by which field selectors may select (`+kubebuilder:selectablefield`). */
  selectableFields?: string[] | undefined
  manifest?: ManifestOverlay | undefined
}
