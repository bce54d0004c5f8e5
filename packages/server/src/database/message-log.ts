/** Logger interface for the layers below the areas; pino's logger implements it. */
export interface MessageLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
