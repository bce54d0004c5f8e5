import { logInByPassword, loginOffer } from '@cinnabar/api/pages/login.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../components/button.js';
import { onDemand } from '../components/on-demand.js';
import { useTexts } from '../text/language.js';
import { CodeLogin } from './code-login.js';
import type { Entered } from './console-door.js';
import { consoleTexts } from './console-texts.js';
import { hasPasskeys } from './passkey.js';

// A code is what most people log in by; the other ways are loaded when they are chosen.
const OidcLogin = onDemand(async () => ({ default: (await import('./oidc-login.js')).OidcLogin }));
const PasskeyLogin = onDemand(async () => ({ default: (await import('./passkey-login.js')).PasskeyLogin }));
const PasswordLogin = onDemand(async () => ({
  default: (await import('./password-login.js')).PasswordLogin<Entered>,
}));

type Way = 'sms' | 'password' | 'passkey' | 'oidc';

interface Props {
  readonly enter: (entered: Entered) => void;
  /** Where a log-in at the enterprise’s provider leads. */
  readonly next: string | null;
  /** The enterprise whose members are expected; undefined if any. */
  readonly corpId?: number | undefined;
}

/** Logs in by any of the ways that this service offers, by code at first. */
export function LoginForm({ enter, next, corpId }: Props) {
  const t = useTexts(consoleTexts);
  const offer = useQuery({
    queryKey: ['loginOffer'],
    queryFn: () => call(loginOffer, {}),
    staleTime: 60_000,
  });
  const [way, setWay] = useState<Way>(corpId === undefined ? 'sms' : 'oidc');
  const offered = offer.data?.methods ?? ['sms'];
  const others = offered.filter((each) => each !== way && (each !== 'passkey' || hasPasskeys));
  const names: Readonly<Record<Way, string>> = {
    sms: t.byCode,
    password: t.byPassword,
    passkey: t.byPasskey,
    oidc: t.byOidc,
  };
  return (
    <>
      {way === 'sms' && <CodeLogin enter={enter} />}
      {way === 'password' && <PasswordLogin logIn={(given) => call(logInByPassword, given)} enter={enter} />}
      {way === 'passkey' && <PasskeyLogin enter={enter} />}
      {way === 'oidc' && <OidcLogin next={next} corpId={corpId} />}
      {others.length > 0 && (
        <section className="mt-6 border-t border-n-200 pt-4" aria-label={t.otherWays}>
          <p className="m-0 mb-2 text-small text-n-600">{t.otherWays}</p>
          <div className="grid gap-2 sm:grid-cols-2">
            {others.map((each) => (
              <Button key={each} small onPress={() => setWay(each)}>
                {names[each]}
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
