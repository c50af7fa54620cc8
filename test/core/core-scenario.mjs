// The core (schema, runtime, JSON) at work, through the public entries only. Runs where no code may be generated from
// strings, and in a browser; returns what it found, to be compared with what a plain run finds.

import { scalar, struct, TypedObject } from 'apimachinery/runtime/gen-v1'
import { GroupVersionKind, parseGroupVersion } from 'apimachinery/schema'

class Widget extends TypedObject {
  static groupVersionKind = new GroupVersionKind('example.com', 'v1', 'Widget')
  static descriptor = struct('com.example.v1.Widget', () => [
    ['apiVersion', 0, scalar('string'), '?'],
    ['kind', 0, scalar('string'), '?'],
    ['size', 1, scalar('int64'), '*?'],
  ])
}

/** @returns {unknown} a value that JSON can carry */
export function runCoreScenario() {
  const widget = new Widget({ size: 3 })
  return {
    apiVersion: parseGroupVersion('example.com/v1').toString(),
    properties: Widget.descriptor.properties.map((property) => property.name),
    widget,
  }
}
