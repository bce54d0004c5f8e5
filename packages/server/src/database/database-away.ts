/** PostgreSQL's own codes (connection lost, shutting down, out of resources), and the operating system's. */
const CODES = /^(08...|57P0[123]|53...|ECONNREFUSED|ECONNRESET|EPIPE)$/;

/** What the driver says without any code: of connections that broke, and when none came free in time. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client .* and is not queryable$)/;

/**
 * True when a statement failed because the server is away, restarting or full, and may well succeed a moment later.
 * Whether a transaction that was just then committing has been committed is unknown.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (MESSAGES.test(error.message)) return true;
  if (!('code' in error)) return false;
  // The embedded server's socket does not exist between its death and its next start.
  const noSocket = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return noSocket || CODES.test(String(error.code));
}
