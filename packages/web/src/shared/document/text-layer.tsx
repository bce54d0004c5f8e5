import { useEffect, useState } from 'react';
import type { DocumentFile } from './layout.js';
import { Paragraphs } from './paragraphs.js';
import { usePageText } from './use-page-text.js';

interface Props {
  readonly file: DocumentFile;
  readonly page: number;
}

/** Who scrolls past wants no text. */
const REST_MS = 700;

/** The words of the page that is viewed, for screen readers: its picture says nothing to them. */
export function TextLayer({ file, page }: Props) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = usePageText(file, page, isWanted);
  if (data === undefined) return null;
  return (
    <div className="sr-only">
      <Paragraphs paragraphs={data.paragraphs} />
    </div>
  );
}
