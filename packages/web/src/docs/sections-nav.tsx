import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../shared/text/language.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { SCROLLER } from './use-arrival.js';

interface Section {
  readonly id: string;
  readonly title: ReactNode;
  readonly isNested?: boolean;
}

interface Props {
  readonly sections: readonly Section[];
  /** Names of the interface rather than words. */
  readonly areNames?: boolean;
}

/** The sections of a page beside it; the one that is read is marked. */
export function SectionsNav({ sections, areNames = false }: Props) {
  const t = useTexts(docsTexts);
  const current = useSectionInSight(sections);
  if (sections.length < 2) return null;
  const look = areNames ? 'py-0.5 font-mono text-caption names' : 'py-1 text-small';
  return (
    <nav aria-label={t.onThisPage} className="sticky top-10 max-h-[calc(100dvh-9rem)] overflow-y-auto">
      <p className="m-0 mb-2 text-small font-semibold">{t.onThisPage}</p>
      <ul className="m-0 list-none border-l border-n-200 p-0">
        {sections.map(({ id, title, isNested = false }) => (
          <li key={id}>
            <DocsLink
              href={`#${id}`}
              className={`-ml-px block border-l ${look} ${isNested ? 'pl-6' : 'pl-3'} ${id === current ? 'border-n-900 text-n-900' : 'border-transparent text-n-600 hover:text-n-900'}`}
            >
              {title}
            </DocsLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section is read once its heading has come this near to the top, in pixels. */
const NEAR_TOP = 140;

function useSectionInSight(sections: readonly Section[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const scroller = document.getElementById(SCROLLER);
    if (scroller === null) return;
    const look = () => {
      const limit = scroller.getBoundingClientRect().top + NEAR_TOP;
      const isAbove = ({ id }: Section) => {
        const heading = document.getElementById(id);
        return heading !== null && heading.getBoundingClientRect().top < limit;
      };
      setCurrent(sections.filter(isAbove).at(-1)?.id ?? null);
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    return () => scroller.removeEventListener('scroll', look);
  }, [sections]);
  return current;
}
