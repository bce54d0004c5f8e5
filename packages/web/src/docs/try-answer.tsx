import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { iconSize } from '../shared/components/icons.js';
import { useTexts } from '../shared/text/language.js';
import { CodeBlock } from './code-block.js';
import { fileSize } from './file-size.js';
import { linkLook } from './text.js';
import type { Tried } from './try-request.js';
import { tryTexts } from './try-texts.js';

/** The answer of the sandbox: status, code, duration and body. */
export function TryAnswer({ tried }: { readonly tried: Tried }) {
  const t = useTexts(tryTexts);
  const code = tried.kind === 'json' ? codeIn(tried.envelope) : null;
  return (
    <div className="mt-4" aria-live="polite">
      <p className="m-0 mb-2 flex flex-wrap items-baseline gap-x-3 text-small text-n-600">
        <span className="font-semibold text-n-900">{t.answered}</span>
        <span>HTTP {tried.status}</span>
        {code !== null && <span>code {code}</span>}
        <span className="figures">{t.took(tried.ms)}</span>
      </p>
      {tried.kind === 'json' ? (
        <CodeBlock
          title="JSON"
          label={t.answered}
          code={JSON.stringify(tried.envelope, null, 2)}
          language="json"
          height="tall"
        />
      ) : (
        <SaveLink name={tried.name} bytes={tried.bytes} />
      )}
    </div>
  );
}

function codeIn(envelope: unknown): string | null {
  if (typeof envelope !== 'object' || envelope === null || !('code' in envelope)) return null;
  return typeof envelope.code === 'string' ? envelope.code : null;
}

function SaveLink({ name, bytes }: { readonly name: string; readonly bytes: Blob }) {
  const t = useTexts(tryTexts);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  if (address === null) return null;
  return (
    <a
      href={address}
      download={name}
      className={`inline-flex min-h-11 items-center gap-2 text-desk ${linkLook}`}
    >
      <Download {...iconSize} />
      {t.saveFile(name, fileSize(bytes.size))}
    </a>
  );
}
