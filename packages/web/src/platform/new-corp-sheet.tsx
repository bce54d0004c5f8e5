import { isCreditCode } from '@cinnabar/api/check-digits.js';
import { createPlatformCorp } from '@cinnabar/api/pages/platform-corps.js';
import { useState } from 'react';
import type { DataOf } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { CheckField } from '../shared/components/check-field.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { readMobile } from '../shared/console/read-mobile.js';
import { useTexts } from '../shared/text/language.js';
import { corpsTexts } from './corps-texts.js';
import { useErrorWords } from './list-parts.js';
import { useOperatorAct } from './platform-context.js';

/** A new enterprise with its owner and an application, whose secret is shown once. */
export function NewCorpSheet({ close }: { readonly close: () => void }) {
  const t = useTexts(corpsTexts);
  const words = useErrorWords();
  const [corpName, setName] = useState('');
  const [corpCode, setCode] = useState('');
  const [ownerName, setOwnerName] = useState('');
  const [mobile, setMobile] = useState('');
  const [contracts, setContracts] = useState('0');
  const [isIdentified, setIdentified] = useState(false);
  const [created, setCreated] = useState<DataOf<typeof createPlatformCorp> | null>(null);
  const creating = useOperatorAct(createPlatformCorp, setCreated);
  const code = corpCode.trim().toUpperCase();
  const isCode = isCreditCode(code);
  const ownerMobile = readMobile(mobile);
  const count = /^\d{1,6}$/.test(contracts.trim()) ? Number(contracts) : null;
  const create = () => {
    if (ownerMobile === null || count === null) return;
    creating.mutate({ corpName, corpCode: code, ownerName, ownerMobile, isIdentified, contracts: count });
  };
  if (created !== null) {
    return (
      <Sheet
        title={t.created}
        isOpen
        close={close}
        footer={
          <Button look="ink" wide onPress={close}>
            {t.kept}
          </Button>
        }
      >
        <p className="mt-0 mb-4 text-body">{created.isInvited ? t.createdInvited : t.createdLead}</p>
        <Facts
          facts={[
            [t.corpId, created.corpId],
            [t.appId, created.appId],
            [
              t.appSecret,
              <code key="secret" className="break-all">
                {created.appSecret}
              </code>,
            ],
          ]}
        />
      </Sheet>
    );
  }
  const isReady =
    corpName.trim() !== '' && ownerName.trim() !== '' && isCode && ownerMobile !== null && count !== null;
  return (
    <Sheet
      title={t.create}
      isOpen
      close={close}
      isHeld={creating.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={!isReady}
          busyLabel={creating.isPending ? t.saving : null}
          onPress={create}
        >
          {t.create}
        </Button>
      }
    >
      <ErrorLine text={words(creating.error)} />
      <TextField label={t.corpName} value={corpName} onChange={setName} maxLength={100} />
      <TextField
        label={t.corpCode}
        value={corpCode}
        onChange={setCode}
        maxLength={30}
        autoCapitalize="characters"
        isNumber
        isFine={isCode}
        hint={t.corpCodeHint}
        error={code.length >= 18 && !isCode ? t.wrongCode : null}
      />
      <TextField label={t.ownerName} value={ownerName} onChange={setOwnerName} maxLength={100} />
      <TextField
        label={t.ownerMobile}
        value={mobile}
        onChange={setMobile}
        inputMode="tel"
        maxLength={20}
        isNumber
      />
      <TextField
        label={t.opening}
        value={contracts}
        onChange={setContracts}
        inputMode="numeric"
        maxLength={6}
        isNumber
      />
      <CheckField
        label={t.isIdentified}
        hint={t.isIdentifiedHint}
        isChecked={isIdentified}
        onChange={setIdentified}
      />
    </Sheet>
  );
}
