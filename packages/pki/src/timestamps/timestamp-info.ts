/** TSTInfo (RFC 3161, 2.4.2), the content of a timestamp token. */
import {
  DerError,
  explicit,
  generalizedTime,
  integer,
  objectIdentifier,
  sequence,
  TAG,
} from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readInteger,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import { type MessageImprint, readMessageImprint } from './timestamp-request.js';

export interface TimestampInfo {
  readonly policy: string;
  readonly imprint: MessageImprint;
  readonly serialNumber: bigint;
  readonly time: Date;
  /** Maximum deviation of the time in either direction, ms; null: not stated. */
  readonly accuracyMs: number | null;
  /** Whether tokens of this authority can be ordered by their times. */
  readonly ordering: boolean;
  readonly nonce: bigint | null;
}

export interface TimestampContent {
  readonly policy: string;
  readonly imprint: MessageImprint;
  readonly serialNumber: Uint8Array;
  readonly time: Date;
  readonly nonce: bigint | null;
  /** GeneralName of the authority's subject. */
  readonly authority: Uint8Array;
}

/** Accuracy of the time of a token: fractions of a second are truncated. */
const ACCURACY_SECONDS = 1;

/**
 * `ordering` is FALSE, because several processes issue tokens and their clocks agree only within the accuracy. DER
 * omits a default value.
 */
export function timestampInfo(content: TimestampContent): Uint8Array {
  return sequence(
    integer(1),
    objectIdentifier(content.policy),
    content.imprint.bytes,
    integer(content.serialNumber),
    generalizedTime(content.time),
    sequence(integer(ACCURACY_SECONDS)),
    ...(content.nonce === null ? [] : [integer(content.nonce)]),
    explicit(0, explicit(4, content.authority)),
  );
}

/** @throws DerError if it is not a TSTInfo of version 1 */
export function readTimestampInfo(bytes: Uint8Array): TimestampInfo {
  const [version, policy, imprint, serialNumber, time, ...rest] = children(
    expectTag(readElement(bytes), TAG.sequence),
  );
  if (readInteger(version) !== 1n) throw new DerError('OUT_OF_RANGE', 'a token of another version');
  const take = (tag: number): DerElement | undefined => (rest[0]?.tag === tag ? rest.shift() : undefined);
  const accuracy = take(TAG.sequence);
  const ordering = take(TAG.boolean);
  const nonce = take(TAG.integer);
  return {
    policy: readObjectIdentifier(policy),
    imprint: readMessageImprint(imprint),
    serialNumber: readInteger(serialNumber),
    time: readGeneralizedTime(time),
    accuracyMs: accuracy === undefined ? null : readAccuracy(accuracy),
    ordering: ordering !== undefined && ordering.content[0] !== 0,
    nonce: nonce === undefined ? null : readInteger(nonce),
  };
}

/** seconds INTEGER, millis [0], micros [1], all optional. */
function readAccuracy(element: DerElement): number {
  let milliseconds = 0;
  for (const part of children(element)) {
    const value = Number(readInteger({ ...part, tag: TAG.integer }));
    milliseconds += part.tag === TAG.integer ? value * 1000 : part.tag === 0x80 ? value : value / 1000;
  }
  return milliseconds;
}

/** Unlike RFC 5280, RFC 3161 permits a fraction of any length, which is truncated to milliseconds. */
function readGeneralizedTime(element: DerElement | undefined): Date {
  const text = Buffer.from(expectTag(element, TAG.generalizedTime).content).toString('latin1');
  const [, date, clock, fraction = ''] = /^(\d{8})(\d{6})(?:\.(\d*[1-9]))?Z$/.exec(text) ?? [];
  if (date === undefined || clock === undefined) throw new DerError('NOT_DER', 'unsupported form of time');
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const hour = `${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}`;
  const time = new Date(`${day}T${hour}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError('OUT_OF_RANGE', 'invalid date or time');
  return time;
}
