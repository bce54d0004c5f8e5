import { useId, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { useTexts } from '../shared/text/language.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly close: () => void;
  readonly place: (text: string) => void;
}

export function RemarkSheet({ close, place }: Props) {
  const t = useTexts(signTexts);
  const id = useId();
  const [text, setText] = useState('');
  return (
    <Sheet
      title={t.remarkTitle}
      isOpen
      close={close}
      footer={
        <Button look="ink" wide isDisabled={text.trim() === ''} onPress={() => place(text.trim())}>
          {t.remarkPlace}
        </Button>
      }
    >
      <label htmlFor={id} className="mb-2 block text-small text-n-600">
        {t.remarkLabel}
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="box-border w-full resize-none rounded-control border border-n-400 bg-n-0 p-3 text-input"
      />
    </Sheet>
  );
}
