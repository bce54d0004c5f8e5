import { AArrowDown, AArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../components/button.js';
import { iconSize } from '../components/icons.js';
import { Sheet } from '../components/sheet.js';
import { useTexts } from '../text/language.js';
import { documentTexts } from './document-texts.js';
import type { DocumentFile } from './layout.js';
import { Paragraphs } from './paragraphs.js';
import { usePageText } from './use-page-text.js';

interface Props {
  readonly files: readonly DocumentFile[];
  readonly close: () => void;
}

const sizes = ['text-[16px]', 'text-[18px]', 'text-[20px]', 'text-[24px]'] as const;

/** The contract as running text at any size: on phones, pages are shown at half their size. */
export default function TextView({ files, close }: Props) {
  const t = useTexts(documentTexts);
  const [size, setSize] = useState(1);
  return (
    <Sheet title={t.textView} isOpen wide close={close}>
      <div className="sticky top-0 z-10 -mx-4 mb-2 flex items-center justify-end gap-1 border-b border-n-200 bg-n-0 px-2 sm:-mx-6">
        <IconButton label={t.smaller} isDisabled={size === 0} onPress={() => setSize(size - 1)}>
          <AArrowDown {...iconSize} />
        </IconButton>
        <IconButton label={t.larger} isDisabled={size === sizes.length - 1} onPress={() => setSize(size + 1)}>
          <AArrowUp {...iconSize} />
        </IconButton>
      </div>
      <div className={`${sizes[size]} leading-[1.75] text-n-900`}>
        {files.map((file) => (
          <section key={file.fileId}>
            {files.length > 1 && (
              <h3 className="mt-4 mb-2 text-title font-semibold names">
                <bdi>{file.fileName}</bdi>
              </h3>
            )}
            {file.pages.map((_, index) => {
              const page = index + 1;
              return <OnePage key={`${file.fileId}/${page}`} file={file} page={page} />;
            })}
          </section>
        ))}
      </div>
    </Sheet>
  );
}

function OnePage({ file, page }: { readonly file: DocumentFile; readonly page: number }) {
  const t = useTexts(documentTexts);
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const { data } = usePageText(file, page, isNear);
  return (
    <div ref={place} className="min-h-40">
      <h4 className="figures mt-4 mb-2 text-caption font-medium text-n-500">
        {t.page(page, file.pages.length)}
      </h4>
      {data === undefined ? (
        <p className="m-0 text-small text-n-500">{t.reading}</p>
      ) : data.paragraphs.length === 0 ? (
        <p className="m-0 text-small text-n-500">{t.noText}</p>
      ) : (
        <Paragraphs paragraphs={data.paragraphs} />
      )}
    </div>
  );
}
