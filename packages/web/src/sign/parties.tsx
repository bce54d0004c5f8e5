import { Check, Clock } from 'lucide-react';
import { smallIcon } from '../components/icons.js';
import { useTexts } from '../text/language.js';
import { momentInFigures } from './dates.js';
import type { View } from './marks.js';
import { signTexts } from './sign-texts.js';

type Party = View['parties'][number];

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const colours = ['bg-party-a', 'bg-party-b', 'bg-party-c', 'bg-party-d', 'bg-party-e', 'bg-party-f'] as const;

/** Who has signed, and who is waited for. */
export function Parties({ parties }: { readonly parties: readonly Party[] }) {
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
            <p className="m-0 line-clamp-2 text-desk font-medium names">
              <bdi>{party.name}</bdi>
            </p>
            <p className="figures m-0 flex items-center gap-1 text-small text-n-500">
              <Standing party={party} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Standing({ party }: { readonly party: Party }) {
  const t = useTexts(signTexts);
  const isSigned = party.signStatus === 3;
  const words = isSigned
    ? party.signTime === null
      ? t.signed
      : t.signedAt(momentInFigures(party.signTime))
    : stateOf(party, t);
  return (
    <>
      {isSigned ? (
        <Check {...smallIcon} className="text-success" />
      ) : party.isTurn ? (
        <Clock {...smallIcon} className="text-warning" />
      ) : null}
      <span className={isSigned ? 'text-success' : ''}>
        {party.isMe ? `${t.you} · ` : ''}
        {words}
      </span>
    </>
  );
}

function stateOf(party: Party, t: typeof signTexts.zh): string {
  if (party.signStatus === 5) return t.refusedState;
  if (party.signStatus === 4) return t.approving;
  if (party.fills && !party.filled) return t.filling;
  if (!party.signs) return t.noDuty;
  return party.isTurn ? t.waiting : t.waitingTurn;
}
