import type { JSONObject } from 'apimachinery/json'

/** A document of another server. */
export interface RemoteDocument {
  /** Changes with the document. */
  readonly hash: string
  readonly document: () => Promise<JSONObject>
}

/** Documents of other servers, which are merged with this server's own. */
export interface RemoteDocuments {
  /** By name, such as `apis/wardle.example.com/v1`. */
  v3(): Promise<ReadonlyMap<string, RemoteDocument>>
  /** Documents of version 2, each with the paths of one group version. */
  v2(): Promise<readonly RemoteDocument[]>
}
