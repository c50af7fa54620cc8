// What the tests of one fault leave open, so that it cannot disturb those of the next: timers, servers, sockets, processes.
import { ChildProcess } from 'node:child_process'
import { Server, Socket } from 'node:net'

const clearing = { setTimeout: clearTimeout, setInterval: clearInterval, setImmediate: clearImmediate }
const { setImmediate: nextTurn } = globalThis

/** Records what is opened, through functions that it replaces for the life of the process. */
export class OpenHandles {
  /** Each with how it is closed. */
  #opened = new Map()

  constructor() {
    for (const [name, clear] of Object.entries(clearing))
      this.#replace(globalThis, name, (schedule, _self, args) => {
        const handle = schedule(...args)
        this.#opened.set(handle, () => clear(handle))
        return handle
      })
    this.#before(Server.prototype, 'listen', (server) => this.#opened.set(server, () => server.close()))
    this.#before(Server.prototype, 'emit', (_server, event, socket) => {
      if (event === 'connection') this.#opened.set(socket, () => socket.destroy())
    })
    this.#before(Socket.prototype, 'connect', (socket) => this.#opened.set(socket, () => socket.destroy()))
    this.#before(ChildProcess.prototype, 'spawn', (child) => this.#opened.set(child, () => child.kill('SIGKILL')))
  }

  #before(owner, name, look) {
    this.#replace(owner, name, (original, self, args) => {
      look(self, ...args)
      return Reflect.apply(original, self, args)
    })
  }

  #replace(owner, name, instead) {
    const original = owner[name]
    const replaced = function (...args) {
      return instead(original, this, args)
    }
    owner[name] = Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(original))
  }

  /** Closes all, and waits until that has been noticed. */
  async closeAll() {
    for (let rounds = 0; this.#opened.size > 0 && rounds < 5; rounds += 1) {
      for (const [handle, close] of this.#opened) {
        handle.on?.('error', () => {})
        try {
          close()
        } catch {
          // It was closed before.
        }
      }
      this.#opened.clear()
      await new Promise((resolve) => nextTurn(resolve))
    }
  }
}
