import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
} from 'pino';
import type { Config } from '../settings/config.js';
import { createRequestLog, type RequestLog } from './request-log.js';

/** Headers and fields that are redacted from every line, whatever object contains them. */
const secrets = [
  'accessToken',
  'accesstoken',
  'appSecret',
  'authCode',
  'authorization',
  'code_verifier',
  'idNo',
  'identNum',
  'masterKey',
  'mobile',
  'newPwd',
  'password',
  'psnAccount',
  'signPwd',
  'verifyCode',
];

export interface ServiceLog {
  readonly log: Logger;
  /** Logger for the line of each request. */
  readonly requestLog: RequestLog;
  /** Flushes everything that was logged. */
  flush(): void;
}

/**
 * One JSON object a line. Lines are written in blocks, because a system call per request costs more than the rest of
 * the line; errors are written at once, and other lines within a second.
 */
export function createLog(level: Config['logLevel'], to?: DestinationStream): ServiceLog {
  const careful = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
    serializers: { err: describeError },
  };
  if (to !== undefined) {
    const log = pino(careful, to);
    return { log, requestLog: requestLogOf(log, to), flush: () => undefined };
  }
  const stream = destination({ dest: 1, sync: false, minLength: BLOCK, maxWrite: 2 * BLOCK });
  const requestLines = gathered(stream);
  const hooks: LoggerOptions['hooks'] = {
    logMethod(parameters, method, severity) {
      // Keeps the lines in chronological order.
      requestLines.handOver();
      method.apply(this, parameters);
      if (severity >= 50) stream.flush();
    },
  };
  const log = pino({ ...careful, hooks }, stream);
  const flushing = setInterval(() => {
    requestLines.handOver();
    stream.flush();
  }, 1_000);
  flushing.unref();
  return {
    log,
    requestLog: requestLogOf(log, requestLines),
    flush() {
      requestLines.handOver();
      stream.flushSync();
    },
  };
}

/** In characters. */
const BLOCK = 32_768;

/** The stream measures its whole buffer at every write, so writes are few and large. */
function gathered(to: DestinationStream): DestinationStream & { handOver(): void } {
  let text = '';
  function handOver(): void {
    if (text === '') return;
    const block = text;
    text = '';
    to.write(block);
  }
  return {
    write(line) {
      text += line;
      if (text.length >= BLOCK) handOver();
    },
    handOver,
  };
}

function requestLogOf(log: Logger, to: DestinationStream): RequestLog {
  return log.isLevelEnabled('info') ? createRequestLog((line) => to.write(line)) : () => undefined;
}

/**
 * Logged properties of an error. Others are never logged, because drivers include whole rows and statements with their
 * values; texts that look like mobile or ID document numbers are removed.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrubbed(String(error)) };
  const described: Record<string, unknown> = {
    type: error.name,
    message: scrubbed(error.message),
    stack: scrubbed(error.stack ?? ''),
  };
  for (const property of ['code', 'reason', 'constraint', 'table'] as const) {
    const value: unknown = Reflect.get(error, property);
    if (typeof value === 'string') described[property] = value;
  }
  if (error.cause !== undefined) described['cause'] = describeError(error.cause);
  return described;
}

function scrubbed(text: string): string {
  return text
    .replace(/(?<!\d)(?:\+?86)?1[3-9]\d{9}(?!\d)/g, '***')
    .replace(/(?<!\d)\d{17}[\dXx](?!\d)/g, '***');
}
