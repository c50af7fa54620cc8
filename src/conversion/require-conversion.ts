import { MachineryError } from '../errors/machinery-error.js'
import { givenText } from '../internal/given-text.js'
import type { ConversionType } from './conversion-type.js'

/**
 * Checks what a conversion is registered for, and with: JavaScript passes anything.
 *
 * @throws MachineryError `InvalidArgument`, naming what was given.
 */
export function requireConversion(types: readonly [ConversionType, ConversionType], convert: unknown): void {
  requireConversionTypes(...types)
  requireFunction(convert, 'a conversion')
}

/** @throws MachineryError `InvalidArgument` for what no conversion can be registered for. */
export function requireConversionTypes(...types: readonly unknown[]): void {
  for (const type of types) {
    if (typeof type !== 'function' && !isDescriptor(type)) {
      const message = `conversions are registered for classes and descriptors of structs, not for ${givenText(type)}`
      throw new MachineryError('InvalidArgument', message)
    }
  }
}

/** @throws MachineryError `InvalidArgument` for what cannot be called; `noun` says what it should be. */
export function requireFunction(value: unknown, noun: string): void {
  // A class cannot be called, although it is a function.
  const prototype = typeof value === 'function' ? Object.getOwnPropertyDescriptor(value, 'prototype') : undefined
  if (typeof value === 'function' && prototype?.writable !== false) return
  throw new MachineryError('InvalidArgument', `${noun} is a function, not ${givenText(value)}`)
}

function isDescriptor(type: unknown): boolean {
  return typeof type === 'object' && type !== null && (type as { readonly kind?: unknown }).kind === 'struct'
}
