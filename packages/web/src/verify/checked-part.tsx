import type { CheckedContract } from '@cinnabar/api/pages/verify.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { Refused } from '../api/refused.js';
import { useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';
import { CodeEntry } from './code-entry.js';
import { ContractCard } from './contract-card.js';
import { useProblemWords } from './use-problem-words.js';

interface Props {
  readonly code: string;
  readonly query: UseQueryResult<CheckedContract>;
}

/** The contract of the check code in the URL, or why the code is invalid. */
export function CheckedPart({ code, query: { data, error } }: Props) {
  const t = useTexts(checkTexts);
  const words = useProblemWords(error);
  if (data !== undefined) return <ContractCard contract={data} />;
  if (error === null) return <div aria-busy className="h-64 rounded-card bg-n-100" />;
  const isUnknown = error instanceof Refused && (error.code === '404' || error.code === '400');
  return <CodeEntry key={code} given={code} error={isUnknown ? t.unknown : words} />;
}
