import { infoByMobileOrName } from '@cinnabar/api/operations/members.js';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { DataOf } from '../../api/wire.js';
import { smallIcon } from '../components/icons.js';
import { TextField } from '../components/text-field.js';
import { useTexts } from '../text/language.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';
import { useDebounced } from './use-debounced.js';

export type Member = Pick<DataOf<typeof infoByMobileOrName>[number], 'userId' | 'userName'>;

interface Props {
  readonly chosen: readonly Member[];
  readonly onChange: (members: readonly Member[]) => void;
}

const SEARCH_AFTER_MS = 250;
const SHOWN = 6;

/** Finds members by name or mobile number; chosen members are listed above. */
export function MemberPicker({ chosen, onChange }: Props) {
  const t = useTexts(sealTexts);
  const door = useSealDoor();
  const [words, setWords] = useState('');
  const wanted = useDebounced(words.trim(), SEARCH_AFTER_MS);
  const search = useQuery({
    queryKey: [...door.scope, 'members', wanted],
    queryFn: () => door.call(infoByMobileOrName, { paramString: wanted }),
    enabled: wanted !== '',
  });
  const found = (search.data ?? []).filter(({ userId }) => chosen.every((each) => each.userId !== userId));
  return (
    <div className="mb-4">
      <TextField
        label={t.people}
        hint={t.peopleHint}
        value={words}
        onChange={setWords}
        autoComplete="off"
        type="search"
      />
      {chosen.length > 0 && (
        <ul className="m-0 mb-2 flex list-none flex-wrap gap-2 p-0">
          {chosen.map((member) => (
            <li
              key={member.userId}
              className="inline-flex items-center rounded-full bg-n-100 pl-4 text-body font-medium names"
            >
              <bdi>{member.userName}</bdi>
              <AriaButton
                aria-label={t.remove(member.userName)}
                onPress={() => onChange(chosen.filter(({ userId }) => userId !== member.userId))}
                className="inline-flex size-11 items-center justify-center rounded-full text-n-700"
              >
                <X {...smallIcon} />
              </AriaButton>
            </li>
          ))}
        </ul>
      )}
      {wanted !== '' && (
        <ul
          aria-label={t.search}
          className="m-0 list-none divide-y divide-n-200 rounded-control border border-n-200 p-0"
        >
          {found.slice(0, SHOWN).map((member) => (
            <li key={member.userId}>
              <AriaButton
                onPress={() => {
                  onChange([...chosen, member]);
                  setWords('');
                }}
                className="flex min-h-12 w-full items-center gap-3 px-3 text-left text-body hover:bg-n-50"
              >
                <Plus {...smallIcon} className="shrink-0 text-n-600" />
                <bdi className="min-w-0 flex-1 names">{member.userName}</bdi>
                <span className="figures shrink-0 text-small text-n-500">
                  {masked(member.mobile)}
                  {member.realNameStatus === 0 ? ` · ${t.unverified}` : ''}
                </span>
              </AriaButton>
            </li>
          ))}
          {search.data !== undefined && found.length === 0 && (
            <li className="px-3 py-3 text-small text-n-500">{t.noMembers}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function masked(mobile: string): string {
  return mobile.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');
}
