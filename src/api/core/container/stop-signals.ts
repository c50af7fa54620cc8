const named =
  'SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ SIGRTMIN SIGRTMAX'

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}${i + 1}`)
}

/** Signals that may stop a container on Linux, sorted. */
export const linuxSignals: readonly string[] = /* @__PURE__ */ (() =>
  [...named.split(' '), ...numbered('SIGRTMIN+', 15), ...numbered('SIGRTMAX-', 14)].sort())()

/** Signals that may stop a container on Windows. */
export const windowsSignals: readonly string[] = ['SIGKILL', 'SIGTERM']
