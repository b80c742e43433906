/**
 * Returns a signal that aborts at the first Ctrl-C, SIGTERM or SIGHUP (a closed terminal, a lost connection). A second
 * Ctrl-C or SIGTERM ends the process at once, after `onQuit`; a second SIGHUP does not, because the system and the shell
 * both send one. `onQuit` can only print: it must not wait for anything.
 */
export function interruptSignal(
  onInterrupt: () => void,
  onQuit: () => void,
): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) {
      if (name === 'SIGHUP') return;
      onQuit();
      process.exit(130);
    }
    onInterrupt();
    controller.abort();
  };
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    dispose() {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
