import { infoByCorpId } from '@cinnabar/api/operations/members.js';
import { UserPlus, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button, IconButton } from '../../shared/components/button.js';
import { ChoiceField } from '../../shared/components/choice-field.js';
import { iconSize } from '../../shared/components/icons.js';
import { SelectField } from '../../shared/components/select-field.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole } from '../shell/console-context.js';
import { type Draft, type DraftParty, flagOf, renumbered } from './draft.js';
import { newTexts } from './new-texts.js';
import { PartyCard } from './party-card.js';
import { PartyFields } from './party-fields.js';

interface Props {
  readonly draft: Draft;
  readonly change: (make: (before: Draft) => Draft) => void;
}

const MOST = 50;

function newParty(step: number): DraftParty {
  return { key: crypto.randomUUID(), type: 1, corpName: '', name: '', mobile: '', step };
}

/** Who signs, in which order; the initiator's enterprise comes first. */
export function PartiesStep({ draft, change }: Props) {
  const t = useTexts(newTexts);
  const { userId, corpName } = useConsole();
  const { parties } = draft;
  const me = useAsk(infoByCorpId, { userId }, { isWanted: parties.length === 0 });
  const own = me.data?.[0];
  useEffect(() => {
    if (own === undefined) return;
    change((before) => {
      if (before.parties.length > 0) return before;
      const first = {
        ...newParty(1),
        corpName,
        name: own.realName ?? own.userName,
        mobile: own.mobile,
      };
      return { ...before, parties: [first, newParty(2)] };
    });
  }, [own, corpName, change]);
  const setParty = (key: string, part: Partial<DraftParty>) =>
    change((before) => ({
      ...before,
      parties: before.parties.map((party) => (party.key === key ? { ...party, ...part } : party)),
    }));
  const last = Math.max(0, ...parties.map(({ step }) => step));
  return (
    <>
      <ol className="m-0 list-none space-y-4 p-0">
        {parties.map((party, index) => (
          <PartyCard
            key={party.key}
            name={t.partyAt(flagOf(index), index)}
            beside={
              parties.length > 1 && (
                <IconButton
                  label={t.removeParty(t.partyAt(flagOf(index), index))}
                  onPress={() =>
                    change((before) => ({
                      ...before,
                      parties: renumbered(before.parties.filter(({ key }) => key !== party.key)),
                    }))
                  }
                >
                  <X {...iconSize} />
                </IconButton>
              )
            }
          >
            <ChoiceField
              legend={t.kind}
              value={party.type === 1 ? 'corp' : 'person'}
              options={[
                { value: 'corp', words: t.corp },
                { value: 'person', words: t.person },
              ]}
              onChange={(kind) => setParty(party.key, { type: kind === 'corp' ? 1 : 0 })}
            />
            <PartyFields party={party} set={(part) => setParty(party.key, part)} />
            <SelectField
              label={t.signStep}
              value={String(party.step)}
              options={Array.from(
                { length: Math.max(last, parties.length) },
                (_, step) => [String(step + 1), t.step(step + 1)] as const,
              )}
              onChange={(step) => setParty(party.key, { step: Number(step) })}
            />
          </PartyCard>
        ))}
      </ol>
      {parties.length < MOST && (
        <div className="mt-4">
          <Button
            onPress={() =>
              change((before) => ({ ...before, parties: [...before.parties, newParty(last + 1)] }))
            }
          >
            <UserPlus {...iconSize} />
            {t.addParty}
          </Button>
        </div>
      )}
    </>
  );
}
