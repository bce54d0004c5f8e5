import { useTexts } from '../shared/text/language.js';
import { AdviceText } from './advice-text.js';
import type { CodeContent, CodeReference } from './content.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { EnglishNote } from './english-note.js';
import { operationTexts } from './operation-texts.js';
import { useCodes } from './parts.js';
import { codeHref } from './place.js';

/** The codes of an operation with meaning, cause and remedy. */
export function ErrorList({ codes }: { readonly codes: readonly CodeReference[] }) {
  const { codes: all, translated } = useCodes();
  const t = useTexts(operationTexts);
  const docs = useTexts(docsTexts);
  return (
    <>
      <p className="my-3 text-desk text-n-700">{t.errorsText}</p>
      {!translated && <EnglishNote>{docs.adviceNotTranslated}</EnglishNote>}
      <ul className="m-0 list-none border-t border-n-200 p-0">
        {codes.map(({ code, reasons }) => {
          const content = all.find((each) => each.code === code);
          return content === undefined ? null : (
            <ErrorItem key={code} content={content} reasons={reasons} translated={translated} />
          );
        })}
      </ul>
    </>
  );
}

interface ItemProps {
  readonly content: CodeContent;
  /** Those of its reasons that are shown. */
  readonly reasons: readonly string[];
  readonly translated: boolean;
}

function ErrorItem({ content, reasons, translated }: ItemProps) {
  const { code, status, meaning, advice } = content;
  const shown = content.reasons.filter(({ reason }) => reasons.includes(reason));
  return (
    <li className="border-b border-n-200 py-3">
      <p className="m-0 flex flex-wrap items-baseline gap-x-2">
        <DocsLink href={codeHref(code)} className="font-mono text-desk font-semibold hover:underline">
          {code}
        </DocsLink>
        <span className="text-caption text-n-500">HTTP {status}</span>
        <span className="text-desk text-n-700">{meaning}</span>
      </p>
      {shown.length === 0 && <AdviceText advice={advice} translated={translated} />}
      {shown.map((reason) => (
        <div key={reason.reason} className="mt-2 border-l-2 border-n-200 pl-3">
          <p className="m-0 flex flex-wrap items-baseline gap-x-2">
            <DocsLink
              href={codeHref(reason.reason)}
              className="font-mono text-small font-semibold text-n-800 hover:underline"
            >
              {reason.reason}
            </DocsLink>
            <span className="text-desk text-n-700">{reason.meaning}</span>
          </p>
          <AdviceText advice={reason.advice ?? advice} translated={translated} />
        </div>
      ))}
    </li>
  );
}
