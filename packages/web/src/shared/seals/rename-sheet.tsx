import { sealModify } from '@cinnabar/api/operations/seals.js';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Refused } from '../../api/refused.js';
import { Button } from '../components/button.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { TextField } from '../components/text-field.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';
import type { Seal } from './use-seals.js';

interface Props {
  readonly seal: Seal;
  readonly close: () => void;
  readonly renamed: () => Promise<void>;
}

export function RenameSheet({ seal, close, renamed }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const form = useId();
  const [name, setName] = useState<string>(seal.sealName);
  const renaming = useMutation({
    mutationFn: () => door.call(sealModify, { sealId: seal.sealId, sealName: name.trim() }),
    onSuccess: renamed,
  });
  const isNew = name.trim() !== '' && name.trim() !== seal.sealName;
  const isTaken = renaming.error instanceof Refused && renaming.error.code === 'SEAL_NAME_EXIST';
  return (
    <Sheet
      title={t.renameTitle}
      isOpen
      close={close}
      isHeld={renaming.isPending}
      footer={
        <Button
          type="submit"
          form={form}
          look="ink"
          wide
          isDisabled={!isNew}
          busyLabel={renaming.isPending ? t.saving : null}
        >
          {t.save}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isNew && !renaming.isPending) renaming.mutate();
        }}
      >
        <TextField
          label={t.name}
          hint={t.nameHint}
          value={name}
          onChange={(value) => {
            renaming.reset();
            setName(value);
          }}
          error={isTaken ? t.nameTaken : (refusalWords(renaming.error, app.offlineText)?.words ?? null)}
          maxLength={100}
          autoComplete="off"
        />
      </form>
    </Sheet>
  );
}
