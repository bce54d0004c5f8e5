import { SetMode } from '@cinnabar/api/enums.js';
import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { CheckField } from '../shared/components/check-field.js';
import { ChoiceField } from '../shared/components/choice-field.js';
import { SelectField } from '../shared/components/select-field.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { type Command, mayHave, orphansOf } from './commands.js';
import type { Design, Party } from './design.js';
import { makeKey } from './make-key.js';
import { partyTexts } from './party-texts.js';

interface PartyProps {
  readonly design: Design;
  /** null: a new one. */
  readonly party: Party | null;
  readonly run: (command: Command) => void;
  readonly close: () => void;
}

function fresh({ parties }: Design): Party {
  const place = parties.length + 1;
  return {
    key: makeKey(),
    participantId: null,
    flag: '',
    isEnterprise: true,
    fills: true,
    signs: true,
    setMode: parties.some(({ setMode }) => setMode === SetMode.initiator)
      ? SetMode.namedAtStart
      : SetMode.initiator,
    ...{ mobile: '', personName: '', corpName: '' },
    fillOrder: place,
    signOrder: place,
  };
}

/** Name, type, duties and who it is; a change that would orphan controls names them first. */
export function PartySheet({ design, party, run, close }: PartyProps) {
  const t = useTexts(partyTexts);
  const [draft, setDraft] = useState(() => party ?? fresh(design));
  const set = (change: Partial<Party>) => setDraft({ ...draft, ...change });
  const flag = draft.flag.trim();
  const isTaken = design.parties.some((each) => each.key !== draft.key && each.flag === flag);
  const hasDuty = draft.fills || draft.signs;
  const { key, ...change } = { ...draft, flag };
  const orphans = party === null ? [] : orphansOf(design, key, change);
  const finish = () => {
    run(
      party === null
        ? { type: 'partyAdded', party: { ...draft, flag } }
        : { type: 'partyChanged', key, change },
    );
    close();
  };
  return (
    <Sheet
      title={party === null ? t.newTitle : t.editTitle}
      isOpen
      close={close}
      footer={
        <Button look="ink" wide isDisabled={flag === '' || isTaken || !hasDuty} onPress={finish}>
          {t.save}
        </Button>
      }
    >
      <TextField
        label={t.flag}
        hint={t.flagHint}
        value={draft.flag}
        onChange={(value) => set({ flag: value })}
        error={isTaken ? t.flagTaken : null}
        maxLength={100}
        autoComplete="off"
      />
      <ChoiceField
        legend={t.kind}
        value={draft.isEnterprise ? 'enterprise' : 'person'}
        options={(['enterprise', 'person'] as const).map((value) => ({ value, words: t[value] }))}
        onChange={(kind) => set({ isEnterprise: kind === 'enterprise' })}
      />
      <fieldset className="m-0 mb-2 border-0 p-0">
        <legend className="p-0 text-small text-n-600">{t.duties}</legend>
        <div className="grid grid-cols-2">
          <CheckField label={t.fills} isChecked={draft.fills} onChange={(fills) => set({ fills })} />
          <CheckField label={t.signs} isChecked={draft.signs} onChange={(signs) => set({ signs })} />
        </div>
        {!hasDuty && (
          <p role="alert" className="m-0 text-small text-danger">
            {t.noDuty}
          </p>
        )}
      </fieldset>
      <SelectField
        label={t.setMode}
        value={String(draft.setMode)}
        options={[
          ['0', t.mode0],
          ['1', t.mode1],
          ['3', t.mode3],
        ]}
        onChange={(mode) => set({ setMode: readMode(mode) })}
      />
      {draft.setMode === SetMode.fixed && (
        <>
          <TextField
            label={t.mobile}
            value={draft.mobile}
            onChange={(mobile) => set({ mobile })}
            inputMode="numeric"
            maxLength={11}
            isNumber
            autoComplete="off"
          />
          <TextField
            label={t.personName}
            value={draft.personName}
            onChange={(personName) => set({ personName })}
            maxLength={50}
            autoComplete="off"
          />
          {draft.isEnterprise && (
            <TextField
              label={t.corpName}
              value={draft.corpName}
              onChange={(corpName) => set({ corpName })}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </>
      )}
      {orphans.length > 0 && (
        <p
          role="status"
          className="m-0 rounded-control bg-warning-tint px-3 py-2 text-small text-warning names"
        >
          {t.orphans(
            orphans
              .slice(0, 3)
              .map(({ name }) => name)
              .join(t.and),
            orphans.length,
          )}
        </p>
      )}
    </Sheet>
  );
}

function readMode(given: string): SetMode {
  return Object.values(SetMode).find((mode) => String(mode) === given) ?? SetMode.namedAtStart;
}

interface RemoveProps {
  readonly design: Design;
  readonly party: Party;
  readonly run: (command: Command) => void;
  readonly close: () => void;
}

/** Its controls go to another party, or are deleted with it. */
export function RemovePartySheet({ design, party, run, close }: RemoveProps) {
  const t = useTexts(partyTexts);
  const [heir, setHeir] = useState('');
  const own = design.controls.filter((control) => control.party === party.key);
  const others = design.parties.filter(({ key }) => key !== party.key);
  const successor = others.find(({ key }) => key === heir);
  const lost = successor === undefined ? 0 : own.filter((control) => !mayHave(successor, control)).length;
  return (
    <Sheet
      title={t.removeTitle(party.flag)}
      isOpen
      close={close}
      footer={
        <Button
          look="dangerous"
          wide
          onPress={() => {
            run({ type: 'partyRemoved', key: party.key, heir: successor?.key ?? null });
            close();
          }}
        >
          {t.remove}
        </Button>
      }
    >
      <p className="figures mt-0 mb-4 text-body text-n-700">
        {own.length === 0 ? t.removeNone : t.removeText(own.length)} {t.undoable}
      </p>
      {own.length > 0 && (
        <SelectField
          label={t.heir}
          value={heir}
          options={[
            ['', t.heirNone],
            ...others.map(({ key, flag }): readonly [string, string] => [key, t.heirOf(flag)]),
          ]}
          onChange={setHeir}
        />
      )}
      {lost > 0 && <p className="figures m-0 text-small text-warning">{t.heirLost(lost)}</p>}
    </Sheet>
  );
}
