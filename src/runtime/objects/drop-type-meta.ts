/** Removes `apiVersion` and `kind` from an object of a kind that has neither in JSON, such as `WatchEvent`. */
export function dropTypeMeta(object: object): void {
  Reflect.deleteProperty(object, 'apiVersion')
  Reflect.deleteProperty(object, 'kind')
}
