import { useEffect, useState } from 'react';
import type { DocumentFile } from './layout.js';
import { Paragraphs } from './paragraphs.js';
import { usePageText } from './use-page-text.js';

interface Props {
  readonly file: DocumentFile;
  readonly page: number;
}

/** Delay that spares the request while somebody scrolls past. */
const REST_MS = 700;

/** Text of the visible page for screen readers, to which the image says nothing. */
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
