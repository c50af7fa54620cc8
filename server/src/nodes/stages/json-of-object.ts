import type { JSONObject } from 'apimachinery/json'
import type { KubernetesObject } from 'apimachinery/runtime'

/** An object as JSON: in memory it is nothing else. */
export function jsonOfObject(object: KubernetesObject): JSONObject {
  return object as unknown as JSONObject
}
