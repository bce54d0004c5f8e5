import type { SetupState } from '@cinnabar/api/pages/setup.js';
import { CheckField } from '../shared/components/check-field.js';
import { useTexts } from '../shared/text/language.js';
import { CopyLine } from './copy-line.js';
import { setupTexts } from './setup-texts.js';
import type { StepParts } from './step-parts.js';

interface Props extends Pick<StepParts, 'form' | 'change'> {
  readonly state: Pick<SetupState, 'rootFingerprint' | 'rootsUrl'>;
}

/** The key without which nothing can be read, and what others compare to recognise this service’s signatures. */
export function KeysStep({ form, change, state: { rootFingerprint, rootsUrl } }: Props) {
  const t = useTexts(setupTexts);
  return (
    <>
      <h2 className="m-0 text-body font-semibold">{t.masterKey}</h2>
      <p className="m-0 mt-1 mb-2 text-small text-n-600">{t.masterKeyText}</p>
      <CheckField
        label={t.keyKept}
        isChecked={form.isKeyKept}
        onChange={(isKeyKept) => change({ isKeyKept })}
      />
      <h2 className="m-0 mt-4 text-body font-semibold">{t.root}</h2>
      <p className="m-0 mt-1 text-small text-n-600">{t.rootText}</p>
      <CopyLine text={(rootFingerprint.match(/.{1,4}/g) ?? []).join(' ')} label={t.root} />
      <p className="m-0 mt-2 mb-6 text-small">
        <a className="text-cinnabar-600 underline-offset-4 hover:underline" href={rootsUrl}>
          {t.rootFile}
        </a>
      </p>
    </>
  );
}
