import { importCertificate } from '@cinnabar/api/operations/certificates.js';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize } from '../../shared/components/icons.js';
import { dayInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useWords } from '../shell/error-words.js';
import { useAct } from '../shell/use-act.js';
import { certificatesTexts } from './certificates-texts.js';

const MAX_CHAIN_BYTES = 256 * 1024;

/** Chooses the file that the authority has sent; the service checks it. */
export function ImportChain({ done }: { readonly done: (words: string) => void }) {
  const t = useTexts(certificatesTexts);
  const { language } = useLanguage();
  const words = useWords();
  const id = useId();
  const [wrong, setWrong] = useState<string | null>(null);
  const importing = useAct(importCertificate, ({ issuer, endTime }) =>
    done(t.imported(issuer, dayInWords(endTime, language))),
  );
  async function choose(file: File | undefined) {
    if (file === undefined || importing.isPending) return;
    importing.reset();
    const chain = file.size > MAX_CHAIN_BYTES ? '' : await base64Of(file);
    setWrong(file.size > MAX_CHAIN_BYTES ? t.tooLarge : chain === '' ? t.unreadable : null);
    if (chain !== '') importing.mutate({ chain });
  }
  return (
    <div>
      <label
        htmlFor={id}
        className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-dashed border-n-400 px-4 py-3 text-input hover:bg-n-50 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-info"
      >
        <FileUp {...iconSize} className="shrink-0 text-n-600" />
        <span className="min-w-0">
          <span className="block font-medium">{importing.isPending ? t.reading : t.upload}</span>
          <span className="block text-small text-n-500 names">{t.uploadHint}</span>
        </span>
        <input
          id={id}
          type="file"
          accept=".pem,.crt,.cer,.der,.p7b,.p7c"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Allows choosing the same file again after it was changed.
            event.target.value = '';
          }}
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
      </label>
      <div className="mt-1">
        <ErrorLine text={wrong ?? (importing.error === null ? null : words(importing.error))} />
      </div>
    </div>
  );
}

/** Empty for an empty file, or one that cannot be read. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,?/, ''));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(file);
  });
}
