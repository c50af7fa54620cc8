import { spawn } from 'node:child_process'

/** Notifies systemd that the server is ready, if systemd started it. */
export function notifySystemd(environment: Readonly<Record<string, string | undefined>>): void {
  if ((environment.NOTIFY_SOCKET ?? '') === '') return
  // Node does not support datagrams over Unix sockets; the tool of systemd does.
  const tool = spawn('systemd-notify', ['--ready'], { stdio: 'ignore' })
  tool.on('error', () => {})
}
