/** Texts and pictures placed in a contract by its signers, according to its history. */
import type { JsonValue } from '../../../../custody/canonical-json.js';
import { saltedHash } from '../../flow/rules/recorded-words.js';
import { listWithin, textWithin } from './evidence.js';

/** Text, or a picture instead of it, as placed by a signer. */
export interface WordsInHistory {
  /** Number of the event that recorded the act. */
  readonly sequence: number;
  readonly participantId: number;
  readonly componentId: number;
  readonly fileId: number;
  readonly page: number;
  /** A seal: the handwriting with which a person has signed. */
  readonly kind: 'remark' | 'date' | 'seal';
  /** null for a picture, and for a text that was not recorded or is lost. */
  readonly text: string | null;
  /** Hash of the text in the history; null if the history contains the text itself. */
  readonly salt: string | null;
  /** SHA-256 of the picture as uploaded. */
  readonly picture: string | null;
  /** Whether this is the text that the history contains or whose hash it contains. */
  readonly agrees: boolean;
}

/** The fields of a control that contain texts. */
interface WordKeeper {
  readonly componentId: number;
  readonly value: string | null;
  readonly placed: { readonly salt: string | null } | null;
}

interface HistoryEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly detail: JsonValue | undefined;
}

export function wordsOfHistory(
  events: readonly HistoryEvent[],
  components: readonly WordKeeper[],
): readonly WordsInHistory[] {
  return events
    .filter(({ kind }) => kind === 'signed')
    .flatMap(({ sequence, detail }) =>
      listWithin(detail, 'marks').flatMap((mark): readonly WordsInHistory[] => {
        const kind = textWithin(mark, 'kind');
        const picture = textWithin(mark, 'picture') || null;
        const isHandwritten = kind === 'seal' && picture !== null;
        if (kind !== 'remark' && kind !== 'date' && !isHandwritten) return [];
        const componentId = Number(textWithin(mark, 'componentId'));
        const keeper = components.find((component) => component.componentId === componentId);
        return [
          {
            sequence,
            participantId: Number(textWithin(detail, 'participantId')),
            componentId,
            fileId: Number(textWithin(mark, 'fileId')),
            page: Number(textWithin(mark, 'page')),
            kind,
            ...textOf(mark, keeper),
            picture,
          },
        ];
      }),
    );
}

/** The text from the history if it contains it, otherwise from the control in which it was placed. */
function textOf(
  mark: JsonValue,
  keeper: WordKeeper | undefined,
): Pick<WordsInHistory, 'text' | 'salt' | 'agrees'> {
  const recorded = textWithin(mark, 'text');
  const hash = textWithin(mark, 'textHash');
  if (hash === '') return { text: recorded === '' ? null : recorded, salt: null, agrees: true };
  const text = keeper?.value ?? null;
  const salt = keeper?.placed?.salt ?? null;
  return { text, salt, agrees: isHashed(text, salt, hash) };
}

function isHashed(text: string | null, salt: string | null, hash: string): boolean {
  return text !== null && salt !== null && saltedHash(text, salt) === hash;
}

/** Differences between a list of texts and the history; in English, for the verification of an archive. */
export function wordProblems(
  events: readonly HistoryEvent[],
  claimed: readonly JsonValue[],
): readonly string[] {
  const keepers = claimed.map((word) => ({
    componentId: Number(textWithin(word, 'componentId')),
    value: textWithin(word, 'text') || null,
    placed: { salt: textWithin(word, 'salt') || null },
  }));
  const recorded = wordsOfHistory(events, keepers);
  const problems = recorded.flatMap((word, index) => {
    const other = claimed[index];
    const isSame =
      word.agrees &&
      Number(textWithin(other, 'componentId')) === word.componentId &&
      Number(textWithin(other, 'sequence')) === word.sequence &&
      Number(textWithin(other, 'participantId')) === word.participantId &&
      textWithin(other, 'text') === (word.text ?? '') &&
      textWithin(other, 'picture') === (word.picture ?? '');
    return isSame ? [] : [`the words of mark ${word.componentId} are not what act ${word.sequence} recorded`];
  });
  if (claimed.length > recorded.length) problems.push('there are words that no act has placed');
  return problems;
}
