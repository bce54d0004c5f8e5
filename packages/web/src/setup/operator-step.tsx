import { CodeField } from '../shared/components/code-field.js';
import { QrCode } from '../shared/components/qr-code.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { setupTexts } from './setup-texts.js';
import type { StepParts } from './step-parts.js';

interface Props extends StepParts {
  readonly offer: { readonly secret: string; readonly address: string };
}

/** Name, password and authenticator app of the operator. */
export function OperatorStep({ form, change, errorAt, offer }: Props) {
  const t = useTexts(setupTexts);
  return (
    <>
      <TextField
        label={t.name}
        value={form.name}
        onChange={(name) => change({ name })}
        error={errorAt('name')}
        autoComplete="name"
        maxLength={100}
      />
      <TextField
        label={t.password}
        hint={t.passwordHint}
        value={form.password}
        onChange={(password) => change({ password })}
        error={errorAt('password')}
        type="password"
        autoComplete="new-password"
        maxLength={128}
      />
      <p className="m-0 mb-4 text-body text-n-700">{t.scan}</p>
      <div className="flex justify-center">
        <QrCode text={offer.address} label={t.qrLabel} />
      </div>
      <p className="m-0 mt-4 mb-4 text-small text-n-600">
        {t.typeSecret}
        <code className="figures mt-1 block text-body break-all text-n-900">
          {(offer.secret.match(/.{1,4}/g) ?? []).join(' ')}
        </code>
      </p>
      <CodeField
        label={t.totp}
        value={form.totp}
        onChange={(totp) => change({ totp })}
        error={errorAt('totp') ?? errorAt('sealed')}
      />
    </>
  );
}
