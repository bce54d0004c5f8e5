/**
 * npm runs a script below a shell and passes SIGTERM only to that shell, which exits and leaves the script running: so
 * the loss of the parent process counts as the signal, unless one was received.
 */
export function stopWithParent(parent = process.ppid) {
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watching.unref();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => clearInterval(watching));
}
