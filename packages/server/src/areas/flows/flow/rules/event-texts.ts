/**
 * Texts in events of encrypted flows. An event is never changed and remains readable, so it contains a salted hash
 * instead of each text. The texts are stored encrypted beside it, and whoever may see the flow can verify them.
 *
 *     saltedHash = SHA-256( "cinnabar event text v1" LF salt LF text )
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../../../custody/canonical-json.js';
import type { FlowEventKind } from '../events.js';

/** The preimage of a salted hash. */
export interface EventText {
  /** Its path in the detail of the event. */
  readonly path: readonly (string | number)[];
  /** 32 hexadecimal digits: without a salt short texts could be found by brute force. */
  readonly salt: string;
  readonly text: string;
}

/** An event of a flow's history as it was recorded. */
export interface RecordedFlowEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly time: Date;
  /** The exact text that was hashed. */
  readonly canonical: string;
  readonly hash: string;
  /** Texts of its salted hashes; none in unencrypted flows. */
  readonly texts: readonly EventText[];
}

/** `*` matches every element of a list. */
type Pattern = readonly string[];

/** Paths of contract texts, by kind of event. */
const WORDS: Readonly<Record<FlowEventKind, readonly Pattern[]>> = {
  drafted: [['title'], ['files', '*', 'fileName']],
  started: [['title'], ['files', '*', 'fileName']],
  filled: [['values', '*', 'value']],
  fillingEnded: [
    ['files', '*', 'fileName'],
    ['hidden', '*', 'because', 'value'],
    ['hidden', '*', 'because', 'found'],
    ['computed', '*', 'value'],
    ['computed', '*', 'formula'],
    ['computed', '*', 'from', '*', 'value'],
  ],
  intentConfirmed: [],
  approvalOpened: [],
  approvalFinished: [['reason']],
  // Texts placed by signers are hashed when recorded (recorded-words.ts): their salt belongs to the control.
  signed: [],
  completed: [],
  archived: [],
  revoked: [['reason']],
  expired: [],
  refused: [['reason']],
  deleted: [],
  remarkChanged: [['before'], ['after']],
  reminded: [],
  extended: [],
  transferred: [],
  initiatorChanged: [],
  corpBound: [],
  consented: [],
  participantChanged: [],
  disowned: [],
  noticeUndelivered: [],
  attachmentAdded: [['fileName']],
  paid: [],
  feePaid: [],
  refunded: [],
};

function patternsOf(kind: string): readonly Pattern[] {
  return new Map<string, readonly Pattern[]>(Object.entries(WORDS)).get(kind) ?? [];
}

function saltedHash(salt: string, text: string): string {
  return createHash('sha256').update(`cinnabar event text v1\n${salt}\n${text}`, 'utf8').digest('hex');
}

interface WithoutTexts {
  readonly detail: JsonValue;
  readonly texts: readonly EventText[];
}

/** The detail with hashes instead of texts, and the texts. */
export function takeOutTexts(kind: FlowEventKind, detail: JsonValue, newSalt: () => string): WithoutTexts {
  const texts: EventText[] = [];
  const without = patternsOf(kind).reduce(
    (before, pattern) =>
      mapAt(before, pattern, [], (value, path) => {
        if (typeof value !== 'string') return value;
        const salt = newSalt();
        texts.push({ path, salt, text: value });
        return { saltedHash: saltedHash(salt, value) };
      }),
    detail,
  );
  return { detail: without, texts };
}

interface WithTexts {
  readonly detail: JsonValue | undefined;
  /** Whether every hash has its text and every text its hash. */
  readonly verified: boolean;
}

/** The detail with the texts restored; those that are missing or do not match their hashes are omitted. */
export function putInTexts(
  kind: string,
  detail: JsonValue | undefined,
  texts: readonly EventText[],
): WithTexts {
  if (detail === undefined) return { detail, verified: texts.length === 0 };
  const known = new Map(texts.map((each) => [JSON.stringify(each.path), each]));
  let put = 0;
  let hashes = 0;
  const complete = patternsOf(kind).reduce(
    (before, pattern) =>
      mapAt(before, pattern, [], (value, path) => {
        // Events of earlier versions contain the texts themselves.
        if (!isJsonObject(value)) return value;
        hashes += 1;
        const given = known.get(JSON.stringify(path));
        if (given === undefined || saltedHash(given.salt, given.text) !== value['saltedHash']) return value;
        put += 1;
        return given.text;
      }),
    detail,
  );
  return { detail: complete, verified: put === hashes && put === texts.length };
}

type Path = EventText['path'];

function mapAt(
  value: JsonValue,
  [next, ...rest]: Pattern,
  path: Path,
  change: (value: JsonValue, path: Path) => JsonValue,
): JsonValue {
  if (next === undefined) return change(value, path);
  if (next === '*') {
    if (!Array.isArray(value)) return value;
    return value.map((each: JsonValue, index) => mapAt(each, rest, [...path, index], change));
  }
  const inner = isJsonObject(value) && Object.hasOwn(value, next) ? value[next] : undefined;
  if (!isJsonObject(value) || inner === undefined) return value;
  return { ...value, [next]: mapAt(inner, rest, [...path, next], change) };
}

/** Fields that contain a mobile, at any depth in a detail. */
const MOBILES: ReadonlySet<string> = new Set(['mobile', 'psnAccount']);

/** Masks mobiles and adds a digest by which the service can tell whether two are the same. */
export function maskMobiles(
  detail: JsonValue,
  mask: (mobile: string) => string,
  digest: (mobile: string) => string,
): JsonValue {
  if (Array.isArray(detail)) return detail.map((each: JsonValue) => maskMobiles(each, mask, digest));
  if (!isJsonObject(detail)) return detail;
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      MOBILES.has(name) && typeof value === 'string'
        ? { masked: mask(value), digest: digest(value) }
        : maskMobiles(value, mask, digest),
    ]),
  );
}
