import { SignStatus } from '@cinnabar/api/enums.js';
import type { FlowPageParty } from '@cinnabar/api/pages/flow-page.js';
import { Check, Clock, Stamp, X } from 'lucide-react';
import type { Wire } from '../../api/wire.js';
import { momentInFigures } from '../format/dates.js';
import { useTexts } from '../text/language.js';
import { smallIcon } from './icons.js';
import { partyTexts } from './party-texts.js';

type Party = Wire<FlowPageParty>;

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const colours = ['bg-party-a', 'bg-party-b', 'bg-party-c', 'bg-party-d', 'bg-party-e', 'bg-party-f'] as const;

interface Props {
  readonly parties: readonly Party[];
  /** The contract has ended without being completed: nobody's turn comes any more. */
  readonly isOver?: boolean;
}

/** The parties of a contract and the status of each. */
export function PartyList({ parties, isOver = false }: Props) {
  return (
    <ol className="m-0 flex list-none flex-col gap-3 p-0">
      {parties.map((party, index) => (
        <li key={party.participantId} className="flex items-start gap-3">
          <span
            aria-hidden
            className={`mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-n-0 ${colours[index % 6]}`}
          >
            {LETTERS[index % 6]}
          </span>
          <div className="min-w-0 flex-1">
            <p className="m-0 text-desk font-medium names">
              <bdi>{party.name}</bdi>
            </p>
            <Standing party={party} isOver={isOver} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Standing({ party, isOver }: { readonly party: Party; readonly isOver: boolean }) {
  const t = useTexts(partyTexts);
  const { words, icon } = standingOf(party, isOver, t);
  const looks = {
    done: { Icon: Check, colour: 'text-success' },
    now: { Icon: Clock, colour: 'text-warning' },
    approval: { Icon: Stamp, colour: 'text-warning' },
    refused: { Icon: X, colour: 'text-danger' },
    none: null,
  }[icon];
  return (
    <p className="figures m-0 flex items-center gap-1 text-small text-n-500">
      {looks !== null && <looks.Icon {...smallIcon} className={looks.colour} />}
      <span className={icon === 'done' || icon === 'refused' ? (looks?.colour ?? '') : ''}>
        {party.isMe ? `${t.you} · ` : ''}
        {words}
      </span>
    </p>
  );
}

interface Told {
  readonly words: string;
  readonly icon: 'done' | 'now' | 'approval' | 'refused' | 'none';
}

function standingOf(party: Party, isOver: boolean, t: typeof partyTexts.zh): Told {
  const now = party.isTurn ? 'now' : 'none';
  if (party.signStatus === SignStatus.refused) return { words: t.refused, icon: 'refused' };
  if (isOver && party.fills && !party.filled) return { words: t.unfilled, icon: 'none' };
  if (isOver && party.signs && party.signStatus !== SignStatus.signed)
    return { words: t.unsigned, icon: 'none' };
  if (party.signStatus === SignStatus.awaitingApproval) return { words: t.approving, icon: 'approval' };
  // A party that only fills is finished without having signed.
  if (party.signStatus === SignStatus.signed && party.signs) {
    const at = party.signTime === null ? t.signed : t.signedAt(momentInFigures(party.signTime));
    return { words: at, icon: 'done' };
  }
  if (party.fills && !party.filled) return { words: party.isTurn ? t.filling : t.waitingFill, icon: now };
  if (!party.signs)
    return party.fills ? { words: t.filled, icon: 'done' } : { words: t.nothing, icon: 'none' };
  return { words: party.isTurn ? t.waiting : t.waitingTurn, icon: now };
}
