import type { KindClass, KindRegistrar } from '../../src/runtime/gen-v1.js'
import type { GroupVersion } from '../../src/schema/group-version.js'
import type { GroupVersionKind } from '../../src/schema/group-version-kind.js'

/** A registrar that only remembers: `group/version/Kind` → class. */
export class RecordingRegistrar implements KindRegistrar {
  readonly kinds = new Map<string, KindClass>()

  addKnownTypes(gv: GroupVersion, ...types: KindClass[]): void {
    for (const type of types) this.#add(gv, type.groupVersionKind.kind, type)
  }

  addKnownTypeWithName(gvk: GroupVersionKind, type: KindClass): void {
    this.#add(gvk, gvk.kind, type)
  }

  addUnversionedTypes(gv: GroupVersion, ...types: KindClass[]): void {
    this.addKnownTypes(gv, ...types)
  }

  addHub(): void {}
  addTypeDefaultingFunc(): void {}
  addGeneratedConversionFunc(): void {}

  #add({ group, version }: { group: string; version: string }, kind: string, type: KindClass): void {
    const key = `${group === '' ? '' : `${group}/`}${version}/${kind}`
    const known = this.kinds.get(key)
    if (known !== undefined && known !== type) throw new Error(`two classes for ${key}`)
    this.kinds.set(key, type)
  }
}
