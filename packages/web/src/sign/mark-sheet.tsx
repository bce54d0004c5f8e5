import { useId, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { Sheet } from '../shared/components/sheet.js';
import { PX_PER_MM, sliceOf } from '../shared/document/seal-geometry.js';
import { useTexts } from '../shared/text/language.js';
import { type Mark, type PageFile, within } from './marks.js';
import { SealSlice } from './seal-face.js';
import { signTexts } from './sign-texts.js';

interface Props {
  readonly mark: Mark;
  readonly name: string;
  readonly file: PageFile;
  readonly close: () => void;
  readonly move: (mark: Mark) => void;
  /** null if there is nothing else to choose. */
  readonly change: (() => void) | null;
  readonly remove: () => void;
}

/** Edits a placed mark: its position as numbers, its seal, or removal. */
export function MarkSheet({ mark, name, file, close, move, change, remove }: Props) {
  const t = useTexts(signTexts);
  const [page, setPage] = useState(String(mark.page));
  const [left, setLeft] = useState(millimetres(mark.x));
  const [top, setTop] = useState(millimetres(mark.y));
  return (
    <Sheet title={name} isOpen close={close}>
      {mark.seam && <SeamPreview mark={mark} file={file} />}
      <h3 className="mt-2 mb-3 text-small font-semibold text-n-600">{t.numbers}</h3>
      <form
        className="grid grid-cols-3 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const wished = Math.min(file.pages.length, Math.max(1, Math.round(Number(page)) || 1));
          move(within(file, { ...mark, page: wished, x: pixels(left), y: pixels(top) }));
          close();
        }}
      >
        {!mark.seam && <NumberField label={t.fieldPage} value={page} onChange={setPage} />}
        {!mark.seam && <NumberField label={t.fieldLeft} value={left} onChange={setLeft} />}
        <NumberField label={t.fieldTop} value={top} onChange={setTop} />
        <div className="col-span-3">
          <Button type="submit" look="ink" wide>
            {t.numbersApply}
          </Button>
        </div>
      </form>
      <div className="mt-4 grid grid-cols-2 gap-2">
        {change !== null && (
          <Button wide onPress={change}>
            {t.change}
          </Button>
        )}
        <Button look="danger" wide onPress={remove}>
          {t.remove}
        </Button>
      </div>
    </Sheet>
  );
}

function millimetres(px: number): string {
  return String(Math.round(px / PX_PER_MM));
}

function pixels(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value * PX_PER_MM : 0;
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NumberField({ label, value, onChange }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="figures box-border h-12 w-full rounded-control border border-n-400 bg-n-0 px-3 text-input"
      />
    </div>
  );
}

const PREVIEW = 0.9;

/** The pages fanned out, as a seam seal is checked on paper. */
function SeamPreview({ mark, file }: { readonly mark: Mark; readonly file: PageFile }) {
  const t = useTexts(signTexts);
  const total = file.pages.length;
  const numbers = file.pages.map((_, index) => index + 1);
  const groups = numbers.filter((page) => sliceOf(total, page).index === 0);
  return (
    <div className="mb-5">
      <h3 className="mt-2 mb-3 text-small font-semibold text-n-600">{t.seamPreview}</h3>
      <div className="flex flex-wrap gap-6">
        {groups.map((first) => {
          const { of } = sliceOf(total, first);
          return (
            <figure key={first} className="m-0">
              <div className="flex h-[168px] items-center rounded-card bg-n-50 p-3">
                {numbers.slice(first - 1, first - 1 + of).map((page) => (
                  <span
                    key={page}
                    className="relative h-full bg-n-0"
                    style={{ width: (mark.width * PREVIEW) / of }}
                  >
                    <SealSlice mark={{ ...mark, y: 0 }} page={page} pageCount={total} scale={PREVIEW} />
                  </span>
                ))}
              </div>
              <figcaption className="figures mt-1 text-center text-caption text-n-500">
                {t.seamPages(first, first + of - 1)}
              </figcaption>
            </figure>
          );
        })}
      </div>
    </div>
  );
}
