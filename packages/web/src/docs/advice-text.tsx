import { useTexts } from '../shared/text/language.js';
import type { Advice } from './content.js';
import { operationTexts } from './operation-texts.js';
import { Text } from './text.js';

interface Props {
  readonly advice: Advice | null;
  /** Whether it is in the language of the page. */
  readonly translated: boolean;
}

export function AdviceText({ advice, translated }: Props) {
  const t = useTexts(operationTexts);
  if (advice === null) return null;
  const language = translated ? undefined : 'en';
  return (
    <dl className="m-0 mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-small text-n-600">
      <dt className="text-n-500">{t.cause}</dt>
      <dd lang={language} className="m-0">
        <Text of={advice.cause} />
      </dd>
      <dt className="text-n-500">{t.remedy}</dt>
      <dd lang={language} className="m-0">
        <Text of={advice.remedy} />
      </dd>
    </dl>
  );
}
