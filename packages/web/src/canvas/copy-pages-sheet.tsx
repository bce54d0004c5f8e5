import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { CheckField } from '../shared/components/check-field.js';
import { ChoiceField } from '../shared/components/choice-field.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { copyTexts } from './copy-texts.js';
import type { Size } from './geometry/box.js';
import { chosenPages, isSameSize, type PageChoice } from './geometry/copying.js';

interface Props {
  /** Of the file, in their order. */
  readonly pages: readonly Size[];
  /** The page of the copied controls, from 1. */
  readonly own: number;
  readonly close: () => void;
  /** Whether copies can repeat the value of what is copied instead of having one of their own. */
  readonly canRepeat?: boolean;
  readonly copy: (pages: readonly number[], isSameValue: boolean) => void;
}

/** Copies controls to many pages, and shows beforehand how many copies that makes. */
export function CopyPagesSheet({ pages: sizes, own, close, canRepeat = false, copy }: Props) {
  const t = useTexts(copyTexts);
  const [choice, setChoice] = useState<PageChoice>('all');
  const [text, setText] = useState('');
  const [isSameValue, setSameValue] = useState(false);
  const pages = chosenPages(sizes.length, own, choice, text);
  const otherSize = pages.filter((page) => !isSameSize(sizes[own - 1], sizes[page - 1])).length;
  return (
    <Sheet
      title={t.title}
      isOpen
      close={close}
      footer={
        <Button look="ink" wide isDisabled={pages.length === 0} onPress={() => copy(pages, isSameValue)}>
          {t.act}
        </Button>
      }
    >
      <ChoiceField
        legend={t.pages}
        value={choice}
        options={[
          { value: 'all', words: t.all },
          { value: 'some', words: t.some },
          { value: 'odd', words: t.odd },
          { value: 'even', words: t.even },
          { value: 'last', words: t.last },
        ]}
        onChange={setChoice}
      />
      {choice === 'some' && (
        <TextField label={t.pages} hint={t.hint} value={text} onChange={setText} autoComplete="off" />
      )}
      {canRepeat && (
        <CheckField
          label={t.sameValue}
          hint={t.sameValueHint}
          isChecked={isSameValue}
          onChange={setSameValue}
        />
      )}
      <p aria-live="polite" className="figures m-0 text-body text-n-700">
        {t.count(pages.length)}
        {otherSize > 0 && <span className="block text-small text-warning">{t.otherSize(otherSize)}</span>}
      </p>
    </Sheet>
  );
}
