// Loads the ES modules and the CommonJS copy of the package in one process.
import { createRequire } from 'node:module'
import { isMachineryError, MachineryError } from 'apimachinery/errors'
import { isTypedObject, TypedObject } from 'apimachinery/runtime'

const require = createRequire(import.meta.url)
const errors = require('apimachinery/errors')
const runtime = require('apimachinery/runtime')
const { GroupVersionKind } = require('apimachinery/schema')

class Widget extends runtime.TypedObject {
  static groupVersionKind = new GroupVersionKind('example.com', 'v1', 'Widget')
}

console.log(
  JSON.stringify({
    objects: isTypedObject(new Widget()),
    errors: isMachineryError(new errors.MachineryError('Test', 'message')),
    classesDiffer: TypedObject !== runtime.TypedObject && MachineryError !== errors.MachineryError,
  }),
)
