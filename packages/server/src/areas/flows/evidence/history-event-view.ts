import type { Infer } from '@cinnabar/api/schema.js';
import { type historyEvent, historyProofs } from '@cinnabar/api/schemas/history.js';
import { maskAddress } from '../../../custody/masking.js';
import type { Flow } from '../flow/flow.js';
import { deviceWords } from './device-words.js';
import { describeEvent, titleOf } from './evidence-events.js';
import { type ReadEvent, textWithin, within } from './rules/evidence.js';
import type { Say } from './say.js';

type View = Infer<typeof historyEvent>;

/** An event as the history shows it. */
export function historyEventView(
  event: Pick<ReadEvent, 'sequence' | 'time' | 'kind' | 'detail' | 'hash'>,
  flow: Pick<Flow, 'corpId' | 'corpName' | 'participants'>,
  say: Say,
): View {
  const { sequence, time, kind, detail, hash } = event;
  // Of a visitor, who has proved nothing, only address and device are known.
  const who = within(detail, 'actor') === undefined ? 'visitor' : 'actor';
  return {
    sequence,
    time,
    kind,
    title: titleOf(kind, say),
    actor: textWithin(detail, 'actor', 'name'),
    corpName: within(detail, 'actor') === undefined ? '' : corpNameOf(flow, detail),
    proof: proofOf(event),
    device: deviceWords(textWithin(detail, who, 'device'), say),
    address: maskAddress(textWithin(detail, who, 'address')),
    detail: describeEvent({ kind, detail }, say),
    hash,
  };
}

/** A person may act for themselves through an application of any enterprise: then the part counts, not the application. */
function corpNameOf(
  { corpId, corpName, participants }: Pick<Flow, 'corpId' | 'corpName' | 'participants'>,
  detail: ReadEvent['detail'],
): string {
  const part = textWithin(detail, 'participantId');
  const own = participants.find(({ participantId }) => String(participantId) === part);
  if (own !== undefined) return own.corpName;
  const actingFor = textWithin(detail, 'actor', 'corpId');
  if (actingFor === String(corpId)) return corpName;
  return participants.find((each) => String(each.corpId) === actingFor)?.corpName ?? '';
}

function proofOf({ kind, detail }: Pick<ReadEvent, 'kind' | 'detail'>): View['proof'] {
  if (kind === 'signed' && textWithin(detail, 'authorisation') !== '') return 'automatic';
  const given = kind === 'signed' ? textWithin(detail, 'intent', 'authType') : textWithin(detail, 'authType');
  return historyProofs.find((proof) => proof === given) ?? null;
}
