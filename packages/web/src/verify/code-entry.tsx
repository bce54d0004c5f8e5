import { QrCode } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { afterClosing } from '../shared/components/after-closing.js';
import { Button } from '../shared/components/button.js';
import { iconSize } from '../shared/components/icons.js';
import { onDemand } from '../shared/components/on-demand.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { checkTexts } from './check-texts.js';
import { qrDetector } from './qr-detector.js';
import { openCheckCode } from './use-check-code.js';

const ScanSheet = onDemand(() => import('./scan-sheet.js'));

/** For people who hold a printed copy: the code on it, typed or read by the camera. */
export function CodeEntry({ given, error }: { readonly given: string; readonly error: string | null }) {
  const t = useTexts(checkTexts);
  const [code, setCode] = useState(given);
  const [canScan] = useState(() => qrDetector() !== null);
  const [isScanning, setScanning] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    openCheckCode(code);
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="rounded-card border border-n-200 bg-n-0 p-4 sm:p-6 print:hidden"
    >
      <h2 className="m-0 mb-1 text-title font-semibold">{t.paper}</h2>
      <p className="m-0 mb-4 text-small text-n-600">{t.paperNote}</p>
      <div className="sm:flex sm:items-start sm:gap-3">
        <div className="sm:flex-1">
          <TextField
            label={t.code}
            value={code}
            onChange={setCode}
            error={error}
            hint={t.codeHint}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={60}
            isNumber
          />
        </div>
        <div className="sm:pt-6">
          <Button type="submit">{t.look}</Button>
        </div>
      </div>
      {canScan && (
        <Button look="quiet" small onPress={() => setScanning(true)}>
          <QrCode {...iconSize} />
          {t.scan}
        </Button>
      )}
      {isScanning && (
        <ScanSheet
          close={() => setScanning(false)}
          found={(found) =>
            afterClosing(
              () => setScanning(false),
              () => openCheckCode(found),
            )
          }
        />
      )}
    </form>
  );
}
