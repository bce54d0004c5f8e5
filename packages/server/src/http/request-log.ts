/** Fields of a request's log line besides the time. */
export interface RequestLine {
  readonly requestId: string;
  /** The client's address: of the connection, or of X-Forwarded-For if TRUST_PROXY allows it. */
  readonly address: string;
  readonly appId: string | undefined;
  readonly corpId: number | undefined;
  readonly userId: number | undefined;
  /** Path of the operation. */
  readonly op: string;
  readonly code: string;
  readonly ms: number;
  /** Unknown fields that were sent. */
  readonly ignored: readonly string[];
}

export type RequestLog = (line: RequestLine) => void;

/**
 * Writes the log line of each request. Its few fields are known, contain no secret and have fixed types, so the line is
 * assembled here: the general logger takes three times as long, which is noticeable in every request.
 */
export function createRequestLog(
  write: (line: string) => void,
  now: () => Date = () => new Date(),
): RequestLog {
  let lastTime = Number.NaN;
  let lastText = '';
  const quoted = new Map<string, string>();

  /** For texts of a closed set, which are quoted once. */
  function quote(text: string): string {
    const known = quoted.get(text);
    if (known !== undefined) return known;
    const made = JSON.stringify(text);
    quoted.set(text, made);
    return made;
  }

  /** Many requests share a millisecond. */
  function timeText(): string {
    const moment = now();
    const time = moment.getTime();
    if (time !== lastTime) {
      lastTime = time;
      lastText = moment.toISOString();
    }
    return lastText;
  }

  return ({ requestId, address, appId, corpId, userId, op, code, ms, ignored }) => {
    let line = `{"level":"info","time":"${timeText()}","requestId":${JSON.stringify(requestId)}`;
    line += `,"address":${JSON.stringify(address)}`;
    if (appId !== undefined) line += `,"appId":${JSON.stringify(appId)}`;
    if (corpId !== undefined) line += `,"corpId":${corpId}`;
    if (userId !== undefined) line += `,"userId":${userId}`;
    if (ignored.length > 0) line += `,"ignored":${JSON.stringify(ignored)}`;
    write(`${line},"op":${quote(op)},"code":${quote(code)},"ms":${ms},"msg":"request"}\n`);
  };
}
