import { consoleAddress } from '@cinnabar/api/pages/addresses.js';
import { viewOwnSecurity } from '@cinnabar/api/pages/own-security.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../shared/components/button.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { iconSize } from '../shared/components/icons.js';
import { LanguageSwitch } from '../shared/components/language-switch.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { PageSkeleton } from '../shared/components/skeleton.js';
import { useHeading } from '../shared/components/use-heading.js';
import { useConsole } from '../shared/console/console-door.js';
import { ConsoleGate } from '../shared/console/console-gate.js';
import { usePageState } from '../shared/router/page-state.js';
import { useTexts } from '../shared/text/language.js';
import { CodesSheet } from './codes-sheet.js';
import { PasskeysRow } from './passkeys-row.js';
import { PasswordRow } from './password-row.js';
import { RecoveryRow } from './recovery-row.js';
import { Group, Row } from './row.js';
import { securityTexts } from './security-texts.js';
import { SessionsGroup } from './sessions-group.js';
import { TotpRow } from './totp-row.js';

/** How the person logs in, and where they are logged in. */
export default function SecurityPage() {
  return (
    <ConsoleGate>
      <Security />
    </ConsoleGate>
  );
}

function Security() {
  const t = useTexts(securityTexts);
  const { call, entered, refresh } = useConsole();
  const [{ next: given }] = usePageState('security');
  const next = consoleAddress(given) ?? '/console';
  const heading = useHeading(t.title);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const viewing = useQuery({ queryKey: ['security'], queryFn: () => call(viewOwnSecurity, {}) });
  const { data: view } = viewing;
  if (view === undefined) {
    if (viewing.error === null) return <PageSkeleton />;
    return <RefusalPage error={viewing.error} retry={() => void viewing.refetch()} />;
  }
  const changed = (recoveryCodes: readonly string[] = []) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    refresh();
    void viewing.refetch();
  };
  const mustEnrol = entered.corps.some(({ standing }) => standing === 'enrol');
  const hasFactor = view.hasTotp || view.passkeys.length > 0;
  return (
    <DeskLayout
      isScrolled
      header={
        <header className="flex h-14 shrink-0 items-center gap-1 border-b border-n-200 bg-n-0 pr-2 pl-2 lg:h-16 lg:px-6">
          <IconButton label={t.back} onPress={() => location.assign(next)}>
            <ArrowLeft {...iconSize} />
          </IconButton>
          <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-title font-semibold">
            {t.title}
          </h1>
          <LanguageSwitch />
        </header>
      }
      over={codes.length > 0 && <CodesSheet codes={codes} close={() => setCodes([])} />}
    >
      <div className="mx-auto w-full max-w-[640px] px-4 pt-6 pb-12">
        {mustEnrol && !hasFactor && (
          <p className="m-0 mb-6 flex gap-3 rounded-card border border-todo-edge bg-todo p-4 text-body text-todo-text">
            <TriangleAlert {...iconSize} className="mt-0.5 shrink-0" />
            {t.enrolNotice}
          </p>
        )}
        <Group title={t.factorsTitle} lead={t.factorsText}>
          <TotpRow hasTotp={view.hasTotp} changed={changed} />
          <PasskeysRow view={view} changed={changed} />
          {hasFactor && <RecoveryRow left={view.recoveryCodesLeft} changed={changed} />}
        </Group>
        <Group title={t.waysTitle}>
          <PasswordRow view={view} changed={changed} />
          <Row
            name={
              <>
                {t.mobile} <span className="figures">{view.mobile}</span>
              </>
            }
            text={t.mobileText}
          >
            <Button small onPress={() => location.assign('/contracts')}>
              {t.changeMobile}
            </Button>
          </Row>
        </Group>
        <Group title={t.dataTitle}>
          <Row name={t.data} text={t.dataText}>
            <Button small onPress={() => location.assign('/contracts')}>
              {t.toData}
            </Button>
          </Row>
        </Group>
        <SessionsGroup sessions={view.sessions} changed={() => void viewing.refetch()} />
        {given !== undefined && hasFactor && (
          <Button look="ink" wide onPress={() => location.assign(next)}>
            {t.goOn}
          </Button>
        )}
      </div>
    </DeskLayout>
  );
}
