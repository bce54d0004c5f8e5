import { auditedActs, auditedKinds, auditSources } from '@cinnabar/api/audited-acts.js';
import { infoByMobileOrName } from '@cinnabar/api/operations/members.js';
import { useState } from 'react';
import { actWords } from '../../shared/audit/act-words.js';
import { Button } from '../../shared/components/button.js';
import { SelectField } from '../../shared/components/select-field.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { maskedMobile } from '../../shared/format/masked-mobile.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk } from '../shell/console-context.js';
import { IdPicker } from '../shell/id-picker.js';
import { auditTexts } from './audit-texts.js';
import { type Filters, isReversed, noFilters } from './filters.js';
import { usePersonName } from './use-person-name.js';

interface Props {
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
}

/** All filters at once. */
export default function FilterSheet({ filters, change, close }: Props & { readonly close: () => void }) {
  const t = useTexts(auditTexts);
  const { language } = useLanguage();
  const [draft, setDraft] = useState(filters);
  const set = (part: Filters) => setDraft((before) => ({ ...before, ...part }));
  const given = (value: string) => (value === '' ? undefined : value);
  const reversed = isReversed(draft);
  return (
    <Sheet
      title={t.filterTitle}
      isOpen
      wide
      close={close}
      footer={
        <div className="flex gap-3">
          <span className="shrink-0">
            <Button onPress={() => setDraft(noFilters)}>{t.clear}</Button>
          </span>
          <Button
            look="ink"
            wide
            isDisabled={reversed}
            onPress={() => {
              change({ ...draft, page: undefined });
              close();
            }}
          >
            {t.apply}
          </Button>
        </div>
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <PersonPicker id={draft.person} choose={(person) => set({ person })} />
        <SelectField
          label={t.act}
          value={draft.act ?? ''}
          options={[
            ['', t.any],
            ...Object.keys(auditedActs).map((act) => [act, actWords(act, language)] as const),
          ]}
          onChange={(act) => set({ act: given(act) })}
        />
        <SelectField
          label={t.object}
          value={draft.kind ?? ''}
          options={[['', t.any], ...auditedKinds.map((kind) => [kind, t.kinds[kind]] as const)]}
          onChange={(kind) => set({ kind: given(kind), object: undefined })}
        />
        <SelectField
          label={t.source}
          value={draft.source ?? ''}
          options={[['', t.any], ...auditSources.map((source) => [source, t.sources[source]] as const)]}
          onChange={(source) => set({ source: given(source) })}
        />
        <TextField
          label={t.from}
          type="date"
          value={draft.from ?? ''}
          onChange={(from) => set({ from: given(from) })}
        />
        <TextField
          label={t.to}
          type="date"
          value={draft.to ?? ''}
          error={reversed ? t.reversed : null}
          onChange={(to) => set({ to: given(to) })}
        />
      </div>
    </Sheet>
  );
}

interface PickerProps {
  readonly id: number | undefined;
  readonly choose: (id: number | undefined) => void;
}

function PersonPicker({ id, choose }: PickerProps) {
  const t = useTexts(auditTexts);
  const [text, setText] = useState('');
  const wanted = text.trim();
  const found = useAsk(infoByMobileOrName, { paramString: wanted }, { isWanted: wanted !== '' });
  const name = usePersonName(id);
  return (
    <IdPicker
      label={t.person}
      chosen={name}
      text={text}
      seek={setText}
      found={
        wanted === ''
          ? undefined
          : found.data?.map(({ userId, userName, mobile }) => ({
              id: userId,
              name: userName,
              note: maskedMobile(mobile),
            }))
      }
      choose={(pick) => choose(pick?.id)}
    />
  );
}
