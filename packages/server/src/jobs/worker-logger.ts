import { Logger, type LogLevel } from 'graphile-worker';
import type { MessageLog } from '../database/message-log.js';

/** The worker's own messages, of which only warnings and errors concern an operator. */
export function workerLogger(log: MessageLog): Logger {
  return new Logger(() => (level: `${LogLevel}`, message: string) => {
    if (level === 'error') log.error(`jobs: ${message}`);
    if (level === 'warning') log.warn(`jobs: ${message}`);
  });
}

export const quietLogger = new Logger(() => () => undefined);
