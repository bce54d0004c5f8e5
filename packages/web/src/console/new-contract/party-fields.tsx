import { infoByMobileOrName } from '@cinnabar/api/operations/members.js';
import { useEffect, useState } from 'react';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole } from '../shell/console-context.js';
import { type DraftParty, isMobile } from './draft.js';
import { newTexts } from './new-texts.js';

interface Props {
  readonly party: DraftParty;
  readonly set: (part: Partial<DraftParty>) => void;
}

/** The mobile comes first: a colleague's name follows from it. */
export function PartyFields({ party, set }: Props) {
  const t = useTexts(newTexts);
  const { corpName } = useConsole();
  const { mobile, name } = party;
  const isWhole = isMobile(mobile);
  const [wasLeft, setLeft] = useState(false);
  const found = useAsk(infoByMobileOrName, { paramString: mobile }, { isWanted: isWhole && name === '' });
  const colleague = isWhole ? found.data?.find((each) => each.mobile === mobile) : undefined;
  useEffect(() => {
    if (colleague === undefined || name !== '') return;
    set({ name: colleague.userName, ...(party.type === 1 && party.corpName === '' ? { corpName } : {}) });
  }, [colleague, name, corpName, party.type, party.corpName, set]);
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <TextField
        label={t.mobile}
        value={mobile}
        inputMode="numeric"
        maxLength={11}
        isNumber
        hint={t.mobileHint}
        error={mobile !== '' && !isWhole && (wasLeft || mobile.length >= 11) ? t.mobileMissing : null}
        onBlur={() => setLeft(true)}
        onChange={(value) => set({ mobile: value.trim() })}
      />
      <TextField label={t.name} value={name} maxLength={50} onChange={(value) => set({ name: value })} />
      {party.type === 1 && (
        <TextField
          label={t.corpName}
          value={party.corpName}
          maxLength={100}
          onChange={(value) => set({ corpName: value })}
        />
      )}
    </div>
  );
}
