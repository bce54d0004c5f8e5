/** Pure checks over the recorded history of a flow. */
import { isJsonObject, type JsonValue } from '../../../../custody/canonical-json.js';
import { type ChainVerdict, verifyChain } from '../../../../custody/event-chain.js';
import type { Flow } from '../../flow/flow.js';
import { putInTexts, type RecordedFlowEvent } from '../../flow/rules/event-texts.js';

/** A field inside a value at any depth; undefined if there is none. */
export function within(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (inner, name) => (isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
}

/** A text or number inside a value as text; "" if there is none. */
export function textWithin(value: JsonValue | undefined, ...path: readonly string[]): string {
  const found = within(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

export function listWithin(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
  const found = within(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** A chained event with its parsed content. */
export interface ReadEvent extends RecordedFlowEvent {
  readonly event: JsonValue;
  /** Replaces the hashes by their texts. */
  readonly detail: JsonValue | undefined;
  /** Whether the texts are those that were recorded. */
  readonly verified: boolean;
}

export function readEvents(history: readonly RecordedFlowEvent[]): readonly ReadEvent[] {
  return history.map((recorded) => {
    const event: JsonValue = JSON.parse(recorded.canonical);
    const said = putInTexts(recorded.kind, within(event, 'detail'), recorded.texts);
    return { ...recorded, event, ...said };
  });
}

/**
 * Whether every hash follows from the previous one and the event, the texts match their hashes, and the last hash is
 * the head that the flow names.
 */
export function checkChain(
  events: readonly ReadEvent[],
  { eventHead }: Pick<Flow, 'eventHead'>,
): ChainVerdict {
  const verdict = verifyChain(events, eventHead ?? undefined);
  const index = events.findIndex(({ verified }) => !verified);
  if (index === -1 || (!verdict.intact && verdict.index <= index)) return verdict;
  return { intact: false, index, problem: 'ALTERED' };
}

/** The revisions of one file: the result of filling, then that of each signature and archive timestamp. */
export interface FileHistory {
  readonly prepared: string;
  readonly steps: readonly { readonly sequence: number; readonly before: string; readonly after: string }[];
  /** Each step begins with the result of the previous one, and the last result is the stored file. */
  readonly unbroken: boolean;
}

/** null: the file is not ready for signing yet. */
export function historyOfFile(
  events: readonly ReadEvent[],
  { fileId, currentHash }: Pick<Flow['files'][number], 'fileId' | 'currentHash'>,
): FileHistory | null {
  const ofFile = (list: readonly JsonValue[]) => list.find((each) => within(each, 'fileId') === fileId);
  const ended = events.findLast(({ kind }) => kind === 'fillingEnded');
  if (ended === undefined) return null;
  const prepared = textWithin(ofFile(listWithin(ended.detail, 'files')), 'prepared');
  const steps = events.flatMap(({ kind, sequence, detail }) => {
    const changes = kind === 'signed' || kind === 'archived';
    const file = changes ? ofFile(listWithin(detail, 'files')) : undefined;
    if (file === undefined) return [];
    return [{ sequence, before: textWithin(file, 'before'), after: textWithin(file, 'after') }];
  });
  let last = prepared;
  let unbroken = prepared !== '';
  for (const { before, after } of steps) {
    unbroken &&= before === last;
    last = after;
  }
  return { prepared, steps, unbroken: unbroken && last === currentHash };
}
