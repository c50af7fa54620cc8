import { Client } from '@apimachinery/client'

/** Clients that act as other users, through the connections of one whose user may impersonate them. */
export class ImpersonatedClients {
  readonly #client: Client
  readonly #clients = new Map<string, Client>()

  constructor(client: Client) {
    this.#client = client
  }

  /** The client that acts as a user. */
  as(userName: string): Client {
    let client = this.#clients.get(userName)
    if (client === undefined) {
      const { transport } = this.#client
      const headers = { 'impersonate-user': userName }
      client = Client.from({
        ...this.#client.rest.options,
        transport: {
          send: (request) => transport.send({ ...request, headers: { ...request.headers, ...headers } }),
          upgrade: (request) => transport.upgrade({ ...request, headers: { ...request.headers, ...headers } }),
          close: async () => undefined,
        },
      })
      this.#clients.set(userName, client)
    }
    return client
  }
}
