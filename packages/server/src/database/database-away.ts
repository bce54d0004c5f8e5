/** Of a server that has been demoted, and no longer takes changes. */
const READ_ONLY = '25006';
/** What such a server answers when asked how far its log is flushed: an error that others share, of this function. */
const NO_POSITION = { code: '55000', routine: 'pg_current_wal_flush_lsn' };
/**
 * SQLSTATEs (connection lost, shutting down, out of resources), and error codes of the operating system. A name may not
 * resolve for a moment while it moves to another server.
 */
const CODES =
  /^(08...|57P0[123]|53...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Driver errors without a code: broken connections, and timeouts waiting for a free one. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client .* and is not queryable$)/;

/**
 * Whether a statement failed because the server is unavailable, restarting or overloaded, and may succeed a moment
 * later. Whether a transaction that was being committed at that moment has been committed is unknown.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (MESSAGES.test(error.message)) return true;
  if (!('code' in error)) return false;
  // The bundled server's socket does not exist between a crash and the next start.
  const noSocket = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return noSocket || isStandby(error) || CODES.test(String(error.code));
}

/** Whether the server refused because it is a standby: other connections may lead to the new primary. */
export function isStandby(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === READ_ONLY) return true;
  return error.code === NO_POSITION.code && 'routine' in error && error.routine === NO_POSITION.routine;
}

/** Whether a connection was refused because its role does not exist, as on a server that is being set up. */
export function isRoleMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28000';
}
