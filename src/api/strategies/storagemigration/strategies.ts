import type { KindStrategy } from '../kind-strategy.js'
import { storageVersionMigrationStrategy } from './storage-version-migration.js'

/** How the kinds of `storagemigration.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [storageVersionMigrationStrategy]
