import type { VerifyPageChange, VerifyPageProblem } from '@cinnabar/api/pages/verify.js';
import { useTexts } from '../shared/text/language.js';
import { Fold } from './fold.js';
import { verifyTexts } from './verify-texts.js';

interface Props {
  readonly problems: readonly VerifyPageProblem[];
  readonly changes?: readonly VerifyPageChange[];
}

/** Codes, and the fields and objects concerned, for experts who examine the file themselves. */
export function TechnicalDetails({ problems, changes = [] }: Props) {
  const t = useTexts(verifyTexts);
  const lines = [
    ...problems.map(({ code, detail }) => `${code} ${detail}`),
    ...changes.map(({ revision, kind, detail }) => `${t.revision(revision)} · ${kind} ${detail}`),
  ].map((line) => line.trim());
  if (lines.length === 0) return null;
  return (
    <Fold title={t.technical}>
      <ul className="m-0 flex list-none flex-col gap-1 p-0 font-mono text-caption text-n-600">
        {[...new Set(lines)].map((line) => (
          <li key={line} className="names">
            {line}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
