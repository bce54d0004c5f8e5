import { modifySealAuthor } from '@cinnabar/api/operations/seal-authors.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '../../api/wire.js';
import { Button } from '../components/button.js';
import { CheckField } from '../components/check-field.js';
import { ErrorLine } from '../components/error-line.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { TextField } from '../components/text-field.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import type { Authorisation } from './authorisation.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';
import { useActKey } from './use-act-key.js';

interface Props {
  readonly record: Authorisation;
  readonly close: () => void;
  readonly saved: () => Promise<void>;
}

/** Changes the end of an authorisation, and whether an examiner is notified. */
export function ChangeAuthorSheet({ record, close, saved }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const ended = record.expireTime?.slice(0, 10) ?? '';
  const [end, setEnd] = useState(ended);
  const [notifies, setNotifies] = useState(record.examinerNotify === 1);
  const body: BodyOf<typeof modifySealAuthor> = {
    id: record.id,
    // The end that it has keeps its time of day, which this form does not show.
    ...(end === ended ? {} : { expireTime: `${end} 23:59:59` }),
    ...(record.authorRole === 'SEAL_EXAMINER' ? { examinerNotify: notifies ? 1 : 0 } : {}),
  };
  const idempotencyKey = useActKey(JSON.stringify(body));
  const saving = useMutation({
    mutationFn: () => door.call(modifySealAuthor, body, { idempotencyKey }),
    onSuccess: saved,
  });
  const isBackwards = end !== '' && end < record.effectiveTime.slice(0, 10);
  const isUnchanged = end === ended && notifies === (record.examinerNotify === 1);
  // An end can be moved, never removed: whoever is to have no end is authorised anew.
  const isRemoved = ended !== '' && end === '';
  const endsAutomatic = record.autoSignStatus !== 'none' && end > ended && ended !== '';
  return (
    <Sheet
      title={t.changeAuthorTitle}
      isOpen
      close={close}
      isHeld={saving.isPending}
      footer={
        <>
          <ErrorLine text={refusalWords(saving.error, app.offlineText)?.words ?? null} />
          <Button
            look="ink"
            wide
            isDisabled={isUnchanged || isBackwards || isRemoved}
            busyLabel={saving.isPending ? t.savingAuthor : null}
            onPress={() => saving.mutate()}
          >
            {t.saveAuthor}
          </Button>
        </>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700 names">
        <bdi>{record.userName}</bdi> · {t[`role_${record.authorRole}`]}
      </p>
      <TextField
        label={t.end}
        value={end}
        onChange={setEnd}
        type="date"
        error={isBackwards ? t.endBeforeStart : isRemoved ? t.endNotRemoved : null}
      />
      {record.authorRole === 'SEAL_EXAMINER' && (
        <CheckField label={t.notify} isChecked={notifies} onChange={setNotifies} />
      )}
      {endsAutomatic && <p className="m-0 text-small text-warning">{t.laterEndsAutomatic}</p>}
    </Sheet>
  );
}
