import { isNotFound } from 'apimachinery/errors'

/** The answer to a request, or `undefined` when what it is about does not exist. As `client.IgnoreNotFound`. @throws what else the request fails with */
export async function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
