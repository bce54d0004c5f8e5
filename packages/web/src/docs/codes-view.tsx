import { useMemo } from 'react';
import { useTexts } from '../shared/text/language.js';
import { AdviceText } from './advice-text.js';
import type { CodeContent, ReasonContent } from './content.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { EnglishNote } from './english-note.js';
import { operationTexts } from './operation-texts.js';
import { PageFrame } from './page-frame.js';
import { useCodes } from './parts.js';
import { operationHref } from './place.js';
import { AnchorLink } from './section-heading.js';
import { SectionsNav } from './sections-nav.js';
import { linkLook } from './text.js';
import { useArrival } from './use-arrival.js';

/** Every code with its reasons, cause and remedy, and the operations that return it. */
export function CodesView() {
  const { codes, translated } = useCodes();
  const t = useTexts(docsTexts);
  const sections = useMemo(() => codes.map(({ code }) => ({ id: code, title: code })), [codes]);
  useArrival('/docs/codes');
  return (
    <PageFrame title={t.codes} beside={<SectionsNav sections={sections} areNames />}>
      <p className="my-4 text-n-700">{t.codesText}</p>
      {!translated && <EnglishNote>{t.adviceNotTranslated}</EnglishNote>}
      {codes.map((content) => (
        <Code key={content.code} content={content} translated={translated} />
      ))}
    </PageFrame>
  );
}

function Code({ content, translated }: { readonly content: CodeContent; readonly translated: boolean }) {
  const t = useTexts(operationTexts);
  const { code, status, meaning, advice, reasons, isGeneral, operations } = content;
  const own = reasons.some((reason) => reason.advice === advice) ? null : advice;
  return (
    <section id={code} className="group scroll-mt-6 border-t border-n-200 py-5">
      <div className="flex items-center">
        <h2 className="m-0 flex flex-wrap items-baseline gap-x-2 text-body">
          <code className="font-mono text-input font-semibold">{code}</code>
          <span className="text-caption font-normal text-n-500">HTTP {status}</span>
          <span className="font-normal text-n-700">{meaning}</span>
        </h2>
        <AnchorLink id={code} />
      </div>
      <AdviceText advice={own} translated={translated} />
      {reasons.map((reason) => (
        <Reason
          key={reason.reason}
          of={reason}
          hasOwnPlace={reason.reason !== code}
          translated={translated}
        />
      ))}
      {isGeneral && <p className="m-0 mt-3 text-small text-n-500">{t.anyOperation}</p>}
      {operations.length > 0 && (
        <details className="mt-3 text-small">
          <summary className="w-fit cursor-pointer py-3 text-n-600 lg:py-1 hover:text-n-900">
            {t.namedBy(operations.length)}
          </summary>
          <ul className="m-0 mt-1 grid list-none gap-x-6 p-0 sm:grid-cols-2">
            {operations.map(({ area, name, title }) => (
              <li key={name} className="py-1">
                <DocsLink href={operationHref(area, name)} className={linkLook}>
                  {title}
                </DocsLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface ReasonProps {
  readonly of: ReasonContent;
  /** A reason of the same name as its code is found at the code. */
  readonly hasOwnPlace: boolean;
  readonly translated: boolean;
}

function Reason({ of: { reason, meaning, advice }, hasOwnPlace, translated }: ReasonProps) {
  return (
    <div
      id={hasOwnPlace ? reason : undefined}
      className="mt-3 scroll-mt-6 border-l-2 border-n-200 pl-3 target:border-todo-edge"
    >
      <p className="m-0 flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-small font-semibold text-n-800">{reason}</code>
        <span className="text-desk text-n-700">{meaning}</span>
      </p>
      <AdviceText advice={advice} translated={translated} />
    </div>
  );
}
