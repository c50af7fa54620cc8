import { storageVersionMigrationStrategy } from '../../storagemigration/storage-version-migration/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `storagemigration.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [storageVersionMigrationStrategy]
