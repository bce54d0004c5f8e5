import type { Json } from '@cinnabar/api/schema.js';
import { useState } from 'react';
import { keep, kept } from '../shared/state/kept.js';
import { useTexts } from '../shared/text/language.js';
import { CodeBlock } from './code-block.js';
import type { OperationContent } from './content.js';
import { operationTexts } from './operation-texts.js';
import { sampleCall } from './samples/call.js';
import { type SampleLanguage, sampleLanguages } from './samples/samples.js';

const KEPT = 'docs sample language';

function firstLanguage(): SampleLanguage {
  const known = kept(KEPT);
  return sampleLanguages.find(({ name }) => name === known)?.name ?? 'curl';
}

interface Props {
  readonly operation: OperationContent;
  readonly sent: Json;
}

/** A sample request in the language that the reader chose last. */
export function SamplePanel({ operation, sent }: Props) {
  const t = useTexts(operationTexts);
  const [chosen, setChosen] = useState(firstLanguage);
  const { write } = sampleLanguages.find(({ name }) => name === chosen) ?? sampleLanguages[0];
  const choose = (name: SampleLanguage) => {
    keep(KEPT, name);
    setChosen(name);
  };
  return (
    <section aria-label={t.sample}>
      <CodeBlock
        title={<LanguageChoice chosen={chosen} choose={choose} />}
        label={t.sample}
        code={write(sampleCall(operation, location.origin, sent))}
        language={chosen}
        height="tall"
      />
      <p className="m-0 mt-2 text-caption text-n-500 print:hidden">{t.sampleNote}</p>
    </section>
  );
}

interface ChoiceProps {
  readonly chosen: SampleLanguage;
  readonly choose: (name: SampleLanguage) => void;
}

function LanguageChoice({ chosen, choose }: ChoiceProps) {
  const t = useTexts(operationTexts);
  return (
    <fieldset aria-label={t.sampleLanguage} className="-ml-2 m-0 flex gap-1 border-0 p-0">
      {sampleLanguages.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
          className={`min-h-11 border-0 border-b-2 bg-transparent px-2 text-small ${name === chosen ? 'border-code text-code' : 'border-transparent text-code-quiet hover:text-code'}`}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
