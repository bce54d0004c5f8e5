import { useMemo } from 'react';
import { useTexts } from '../shared/text/language.js';
import { kindOf, sizeOf } from './control-kinds.js';
import { type Control, type Design, UNPLACED } from './design.js';
import { designerTexts } from './designer-texts.js';
import type { Difference } from './difference.js';
import { PageCrop } from './page-crop.js';
import { useFilePages } from './use-file-pages.js';

interface Props {
  readonly before: Design;
  readonly after: Design;
  readonly found: readonly Difference[];
}

/** More are named in the list, and not shown. */
const MAX_SHOWN = 20;

/** Where controls are in a version and in the draft, over one picture of their page. */
export function VersionOverlay({ before, after, found }: Props) {
  const t = useTexts(designerTexts);
  const files = useMemo(() => {
    const kept = new Set(after.files.map(({ key }) => key));
    return [...after.files, ...before.files.filter(({ key }) => !kept.has(key))];
  }, [before, after]);
  const { shown, pictureOf } = useFilePages(files);
  const pairs = found
    .filter(({ kind }) => kind === 'control')
    .flatMap(({ key }) => {
      const [old, now] = [placed(before, key), placed(after, key)];
      const seen = now ?? old;
      const file = shown.find(({ fileId }) => fileId === seen?.file);
      return seen === undefined || file === undefined ? [] : [{ old, now, seen, file }];
    });
  if (pairs.length === 0) return null;
  return (
    <section aria-label={t.overlay} className="mt-2 space-y-2">
      <p className="m-0 text-small text-n-600">{t.overlay}</p>
      {pairs.slice(0, MAX_SHOWN).map(({ old, now, seen, file }) => (
        <PageCrop
          key={seen.key}
          label={`${seen.name} · ${t.onPage(seen.page)}`}
          {...{ file, pictureOf, page: seen.page }}
          box={now === undefined ? null : boxOf(now)}
          earlier={old !== undefined && old.file === seen.file && old.page === seen.page ? boxOf(old) : null}
        />
      ))}
    </section>
  );
}

function placed({ controls }: Design, key: Control['key']): Control | undefined {
  return controls.find((each) => each.key === key && each.page !== UNPLACED && kindOf(each) !== 'seam');
}

function boxOf(control: Control) {
  return { x: control.x, y: control.y, ...sizeOf(control) };
}
