import type { Json } from '@cinnabar/api/schema.js';
import { UserRound } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { smallIcon } from '../shared/components/icons.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import type { OperationContent } from './content.js';
import type { DemoCredentials } from './demo-credentials.js';
import { type SeenIds, withSeenIds } from './seen-ids.js';
import { TryAnswer } from './try-answer.js';
import { type Tried, tryRequest } from './try-request.js';
import { tryTexts } from './try-texts.js';
import { rememberAnswer } from './use-demo.js';

interface Props {
  readonly operation: OperationContent;
  readonly credentials: DemoCredentials;
  readonly seen: SeenIds;
  readonly onChange: (sent: Json) => void;
}

export function TryForm({ operation, credentials, seen, onChange }: Props) {
  const t = useTexts(tryTexts);
  const { language } = useLanguage();
  const [text, setText] = useState(() => printed(withSeenIds(operation.sent, seen)));
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const uploads = operation.maxFileBytes !== null;
  const sent = parsed(text);
  useEffect(() => {
    const valid = parsed(text);
    if (valid !== undefined) onChange(valid);
  }, [text, onChange]);

  const send = async () => {
    if (sent === undefined) return setProblem(t.notJson);
    if (uploads && file === null) return setProblem(t.fileNeeded);
    setProblem(null);
    setBusy(true);
    try {
      const answer = await tryRequest({ path: operation.path, sent, file, credentials, language });
      setTried(answer);
      if (answer.kind === 'json') rememberAnswer(answer.envelope);
    } catch {
      setTried(null);
      setProblem(t.unreachable);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <p className="m-0 mb-3 flex items-center gap-1 text-small text-n-600 names">
        <UserRound {...smallIcon} className="shrink-0" />
        {t.actingAs(credentials.corpName, credentials.realName)}
      </p>
      {uploads && <FileField choose={setFile} />}
      {(!uploads || operation.request.length > 0) && (
        <BodyField
          label={uploads ? t.fields : t.body}
          text={text}
          setText={setText}
          isWrong={sent === undefined}
        />
      )}
      <ErrorLine text={problem} />
      <div className="mt-3 flex gap-2">
        <Button small look="ink" onPress={send} busyLabel={isBusy ? t.sending : null}>
          {t.send}
        </Button>
        <Button small look="quiet" onPress={() => setText(printed(withSeenIds(operation.sent, seen)))}>
          {t.reset}
        </Button>
      </div>
      {tried !== null && <TryAnswer tried={tried} />}
    </>
  );
}

function printed(value: Json): string {
  return JSON.stringify(value, null, 2);
}

function parsed(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text.trim() === '' ? '{}' : text);
    return value;
  } catch {
    return undefined;
  }
}

interface BodyProps {
  readonly label: string;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly isWrong: boolean;
}

function BodyField({ label, text, setText, isWrong }: BodyProps) {
  const id = useId();
  const lines = text.split('\n').length;
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {label}
      </label>
      <textarea
        id={id}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        rows={Math.min(Math.max(lines, 3), 14)}
        aria-invalid={isWrong}
        onChange={(event) => setText(event.target.value)}
        className={`box-border block w-full resize-y rounded-control border bg-n-0 px-3 py-2 font-mono text-input leading-5 lg:text-small ${isWrong ? 'border-danger' : 'border-n-400'}`}
      />
    </>
  );
}

function FileField({ choose }: { readonly choose: (file: File | null) => void }) {
  const t = useTexts(tryTexts);
  const id = useId();
  return (
    <div className="mb-3">
      <label htmlFor={id} className="mb-1 block text-small text-n-600">
        {t.file}
      </label>
      <input
        id={id}
        type="file"
        onChange={(event) => choose(event.target.files?.[0] ?? null)}
        className="block w-full text-desk file:mr-3 file:min-h-11 file:rounded-control file:border file:border-n-400 file:bg-n-0 file:px-3 file:text-small"
      />
    </div>
  );
}
