import { CheckField } from '../shared/components/check-field.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { setupTexts } from './setup-texts.js';
import type { StepParts } from './step-parts.js';

/** The enterprise, what it may send, and its owner. */
export function CorpStep({ form, change, errorAt }: StepParts) {
  const t = useTexts(setupTexts);
  return (
    <>
      <TextField
        label={t.corpName}
        value={form.corpName}
        onChange={(corpName) => change({ corpName })}
        error={errorAt('corpName')}
        autoComplete="organization"
        maxLength={100}
      />
      <TextField
        label={t.corpCode}
        value={form.corpCode}
        onChange={(corpCode) => change({ corpCode })}
        error={errorAt('corpCode')}
        autoComplete="off"
        autoCapitalize="characters"
        isNumber
        maxLength={18}
      />
      <CheckField
        label={t.identified}
        hint={t.identifiedHint}
        isChecked={form.isIdentified}
        onChange={(isIdentified) => change({ isIdentified })}
      />
      <TextField
        label={t.contracts}
        hint={t.contractsHint}
        value={form.contracts}
        onChange={(contracts) => change({ contracts })}
        error={errorAt('contracts')}
        inputMode="numeric"
        autoComplete="off"
        isNumber
        maxLength={9}
      />
      <CheckField label={t.iAmOwner} isChecked={form.isOwner} onChange={(isOwner) => change({ isOwner })} />
      {!form.isOwner && (
        <>
          <TextField
            label={t.ownerName}
            value={form.ownerName}
            onChange={(ownerName) => change({ ownerName })}
            error={errorAt('ownerName')}
            autoComplete="off"
            maxLength={100}
          />
          <TextField
            label={t.ownerMobile}
            value={form.ownerMobile}
            onChange={(ownerMobile) => change({ ownerMobile })}
            error={errorAt('ownerMobile')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            isNumber
            maxLength={20}
          />
        </>
      )}
    </>
  );
}
