/** The part of a standard stream that is used here. */
export interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Announcement {
  readonly level: 'info' | 'warn' | 'fatal';
  readonly message: string;
  /** Further properties of the JSON line. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Text for a terminal; by default the message. */
  readonly text?: string;
}

/**
 * Prints what is reported whatever LOG_LEVEL is: text on a terminal, otherwise one line in the form of the log, so that
 * every line of the process can be parsed.
 */
export function announce(stream: Stream, { level, message, details = {}, text }: Announcement): void {
  const line = { level, time: new Date().toISOString(), ...details, msg: message };
  stream.write(`${stream.isTTY === true ? (text ?? message) : JSON.stringify(line)}\n`);
}
