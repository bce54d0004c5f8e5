import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ChoiceField } from '../shared/components/choice-field.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { type Pages, pagesToCopy } from './copying.js';
import { placeTexts } from './place-texts.js';
import type { File, Placed } from './placed.js';

interface Props {
  readonly file: File;
  readonly field: Placed;
  readonly close: () => void;
  readonly copy: (pages: readonly number[]) => void;
}

/** Copies a field to many pages, and shows beforehand how many copies that makes. */
export function CopySheet({ file, field, close, copy }: Props) {
  const t = useTexts(placeTexts);
  const [range, setRange] = useState<Pages>('all');
  const [text, setText] = useState('');
  const { pages, skipped } = pagesToCopy(file, field, range, text);
  return (
    <Sheet
      title={t.copyTitle}
      isOpen
      close={close}
      footer={
        <Button look="ink" wide isDisabled={pages.length === 0} onPress={() => copy(pages)}>
          {t.copyAct}
        </Button>
      }
    >
      <ChoiceField
        legend={t.copyPages}
        value={range}
        options={[
          { value: 'all', words: t.copyAll },
          { value: 'some', words: t.copySome },
          { value: 'odd', words: t.copyOdd },
          { value: 'even', words: t.copyEven },
        ]}
        onChange={setRange}
      />
      {range === 'some' && (
        <TextField
          label={t.copyPages}
          hint={t.copyPagesHint}
          value={text}
          onChange={setText}
          autoComplete="off"
        />
      )}
      <p aria-live="polite" className="figures m-0 text-body text-n-700">
        {t.copyCount(pages.length)}
        {skipped > 0 && <span className="block text-small text-warning">{t.copySkip(skipped)}</span>}
      </p>
    </Sheet>
  );
}
