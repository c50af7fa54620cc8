import type { Socket } from 'node:net'

/**
 * Whether the other side has reset a connection, asked of the kernel.
 *
 * Node does not always tell: its HTTP/2 ignores a write that fails, waits for the next one for ever, because the TLS layer ends
 * no write behind one that failed, and reads nothing meanwhile. Two frames that are written in the turn in which a reset arrives
 * are enough, which is common on a busy machine.
 *
 * @param socket - the one below TLS
 */
export function isReset(socket: Socket): boolean {
  // A connection that was reset has no peer. Node keeps the first answer in the object that is asked, so each time it is another one.
  return (Object.create(socket) as Socket).remoteAddress === undefined
}
