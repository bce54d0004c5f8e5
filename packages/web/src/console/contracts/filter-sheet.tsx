import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { SelectField } from '../../shared/components/select-field.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { TickBox } from '../../shared/components/tick-box.js';
import { useTexts } from '../../shared/text/language.js';
import { statusTexts } from '../shell/status.js';
import { flowStatuses } from '../shell/statuses.js';
import { contractsTexts } from './contracts-texts.js';
import { InitiatorPicker, TemplatePicker } from './filter-pickers.js';
import { type Filters, isReversed, noFilters, statusesIn } from './filters.js';

interface Props {
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
  readonly close: () => void;
}

function given(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

/** All filters at once. */
export default function FilterSheet({ filters, change, close }: Props) {
  const t = useTexts(contractsTexts);
  const statuses = useTexts(statusTexts);
  const [draft, setDraft] = useState(filters);
  const set = (part: Filters) => setDraft((before) => ({ ...before, ...part }));
  const chosen = statusesIn(draft.status);
  const reversed = isReversed(draft) ? t.reversed : null;
  return (
    <Sheet
      title={t.filterTitle}
      isOpen
      wide
      close={close}
      footer={
        <div className="flex gap-3">
          <Button onPress={() => setDraft((before) => ({ ...before, ...noFilters }))}>
            <span className="whitespace-nowrap">{t.clear}</span>
          </Button>
          <Button
            look="ink"
            wide
            isDisabled={reversed !== null}
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
      <fieldset className="m-0 mb-4 border-0 p-0">
        <legend className="mb-1 text-small text-n-600">{t.statusLabel}</legend>
        <div className="flex flex-wrap gap-x-4">
          {flowStatuses.map((status) => (
            <TickBox
              key={status}
              isTicked={chosen.includes(status)}
              onChange={(ticked) => {
                const next = flowStatuses.filter((each) =>
                  each === status ? ticked : chosen.includes(each),
                );
                set({ status: next.length === 0 ? undefined : next.join(',') });
              }}
              look="flex min-h-11 items-center gap-2 text-body"
            >
              {statuses[status]}
            </TickBox>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          label={t.titleLabel}
          value={draft.title ?? ''}
          maxLength={200}
          onChange={(value) => set({ title: given(value) })}
        />
        <TextField
          label={t.codeLabel}
          value={draft.code ?? ''}
          maxLength={100}
          onChange={(value) => set({ code: given(value) })}
        />
        <TextField
          label={t.partyLabel}
          value={draft.party ?? ''}
          maxLength={100}
          onChange={(value) => set({ party: value === '' ? undefined : value })}
        />
        <SelectField
          label={t.partyKind}
          value={draft.partyType === 0 ? '0' : '1'}
          options={[
            ['1', t.partyCorp],
            ['0', t.partyPerson],
          ]}
          onChange={(value) => set({ partyType: value === '0' ? 0 : undefined })}
        />
        <TextField
          label={t.mobileLabel}
          value={draft.mobile ?? ''}
          inputMode="numeric"
          maxLength={20}
          onChange={(value) => set({ mobile: given(value) })}
        />
        <TextField
          label={t.orderLabel}
          value={draft.order ?? ''}
          maxLength={200}
          onChange={(value) => set({ order: given(value) })}
        />
        <InitiatorPicker id={draft.initiator} choose={(initiator) => set({ initiator })} />
        <TemplatePicker id={draft.template} choose={(template) => set({ template })} />
        <SelectField
          label={t.timeLabel}
          value={draft.time === 1 ? '1' : draft.time === 2 ? '2' : '0'}
          options={[
            ['0', t.time0],
            ['1', t.time1],
            ['2', t.time2],
          ]}
          onChange={(value) => set({ time: value === '0' ? undefined : Number(value) })}
        />
        <TextField
          label={t.daysLabel}
          value={draft.days === undefined ? '' : String(draft.days)}
          inputMode="numeric"
          maxLength={4}
          onChange={(value) => set({ days: /^\d{1,4}$/.test(value) ? Number(value) : undefined })}
        />
        <TextField
          label={t.fromLabel}
          type="date"
          value={draft.from ?? ''}
          error={reversed}
          onChange={(value) => set({ from: given(value) })}
        />
        <TextField
          label={t.toLabel}
          type="date"
          value={draft.to ?? ''}
          error={reversed}
          onChange={(value) => set({ to: given(value) })}
        />
      </div>
    </Sheet>
  );
}
