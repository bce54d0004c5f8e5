/** What the parts below the areas need of a log; pino's logger is one. */
export interface MessageLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
