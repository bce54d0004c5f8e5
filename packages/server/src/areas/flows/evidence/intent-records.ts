/** Intents of the signers: the digest in the history, its preimage, and who displayed it to them. */
import type { JsonValue } from '../../../custody/canonical-json.js';
import type { IntentRecord } from './evidence-record.js';
import type { Evidence } from './gather-evidence.js';
import { preimageKey } from './preimage-key.js';
import { listWithin, textWithin, within } from './rules/evidence.js';

/**
 * In the order of the acts. Acts without an intent are omitted, as are those of earlier versions, which had no digest.
 */
export function intentRecords({ events, preimages, corps }: Evidence): readonly IntentRecord[] {
  return events.flatMap(({ kind, sequence, detail }): readonly IntentRecord[] => {
    const digest = textWithin(detail, 'intent', 'digest');
    if (kind !== 'signed' || digest === '') return [];
    const participantId = numberWithin(detail, 'participantId');
    const intentId = numberWithin(detail, 'intent', 'intentId');
    const corpId = numberWithin(detail, 'actor', 'corpId');
    const corp = [...corps.values()].find((each) => each.corpId === corpId);
    return [
      {
        sequence,
        participantId,
        digest,
        scope: textWithin(detail, 'intent', 'scope') === 'text' ? 'text' : 'commands',
        shownBy: shownByOf(textWithin(detail, 'intent', 'shownBy')),
        application: textWithin(detail, 'actor', 'appId'),
        applicationOf: corp?.corpName ?? '',
        uncoveredAttachments: listWithin(detail, 'uncoveredAttachments').length,
        preimage: preimages.get(preimageKey(intentId, participantId)) ?? null,
      },
    ];
  });
}

function shownByOf(text: string): IntentRecord['shownBy'] {
  return text === 'page' || text === 'accessSession' ? text : 'application';
}

function numberWithin(value: JsonValue | undefined, ...path: readonly string[]): number {
  const found = within(value, ...path);
  return typeof found === 'number' ? found : 0;
}
