import type { Json } from '@cinnabar/api/schema.js';
import { useId, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { useTexts } from '../shared/text/language.js';
import type { OperationContent } from './content.js';
import { TryForm } from './try-form.js';
import { tryTexts } from './try-texts.js';
import { startDemo, useDemo } from './use-demo.js';

interface Props {
  readonly operation: OperationContent;
  /** Called with what is about to be sent: the samples follow it. */
  readonly onChange: (sent: Json) => void;
  readonly isSandbox: boolean;
}

/** Sends requests to the sandbox that serves this page; in production it states why this is not possible. */
export function TryPanel({ operation, onChange, isSandbox }: Props) {
  const t = useTexts(tryTexts);
  const title = useId();
  const { credentials, seen } = useDemo();
  return (
    <section aria-labelledby={title} className="rounded-card border border-n-200 bg-n-25 p-4 print:hidden">
      <h2 id={title} className="m-0 mb-2 text-input font-semibold">
        {t.title}
      </h2>
      {!isSandbox ? (
        <p className="m-0 text-desk text-n-700">{t.production}</p>
      ) : credentials === null ? (
        <Start />
      ) : (
        <TryForm operation={operation} credentials={credentials} seen={seen} onChange={onChange} />
      )}
    </section>
  );
}

function Start() {
  const t = useTexts(tryTexts);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const start = async () => {
    setState('busy');
    try {
      await startDemo();
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <p className="m-0 mb-3 text-desk text-n-700">{t.note}</p>
      <Button small look="ink" onPress={start} busyLabel={state === 'busy' ? t.starting : null}>
        {t.start}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="m-0 mt-2 text-small text-danger">
          {t.startFailed}
        </p>
      )}
    </>
  );
}
