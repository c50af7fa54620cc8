import type { Job } from 'apimachinery/api/batch/v1'
import type { StorageProvider } from '../storage-provider.js'
import { jobStore } from './job/job-store.js'

/** The group `batch`: deletions of jobs that keep their pods give a warning. */
export const batchStorage: StorageProvider = {
  group: 'batch',
  extend(storage, { stores }) {
    storage.jobs = jobStore(stores.at<Job>('jobs'))
  },
}
