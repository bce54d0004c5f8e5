import { useState } from 'react';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { pagesIn } from './pages-in.js';
import { propertyTexts } from './property-texts.js';

interface Props {
  readonly pageCount: number;
  /** The page of the copied controls. */
  readonly from: number;
  readonly copy: (pages: readonly number[]) => void;
  readonly close: () => void;
}

/** On which pages copies are placed. */
export function CopyPagesSheet({ pageCount, from, copy, close }: Props) {
  const t = useTexts(propertyTexts);
  const [range, setRange] = useState('');
  const pages = pagesIn(range, pageCount).filter((page) => page !== from);
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  const presets: readonly (readonly [words: string, range: string])[] = [
    [t.allPages, `1-${pageCount}`],
    [t.oddPages, all.filter((page) => page % 2 === 1).join(',')],
    [t.evenPages, all.filter((page) => page % 2 === 0).join(',')],
    [t.lastPage, String(pageCount)],
  ];
  return (
    <Sheet
      title={t.copyTo}
      isOpen
      close={close}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={pages.length === 0}
          onPress={() => {
            copy(pages);
            close();
          }}
        >
          {t.copyDo(pages.length)}
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        {presets.map(([words, value]) => (
          <Button key={words} small onPress={() => setRange(value)}>
            {words}
          </Button>
        ))}
      </div>
      <TextField
        label={t.range}
        value={range}
        onChange={setRange}
        error={range !== '' && pages.length === 0 ? t.rangeWrong : null}
        autoComplete="off"
      />
    </Sheet>
  );
}
