import { dropPassword, type OwnSecurity } from '@cinnabar/api/pages/own-security.js';
import { useState } from 'react';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { useConsole } from '../shared/console/console-door.js';
import { useTexts } from '../shared/text/language.js';
import { PasswordSheet } from './password-sheet.js';
import { RemoveSheet } from './remove-sheet.js';
import { Row } from './row.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly view: Wire<OwnSecurity>;
  readonly changed: () => void;
}

export function PasswordRow({ view: { hasPassword, hasTotp }, changed }: Props) {
  const t = useTexts(securityTexts);
  const { call } = useConsole();
  const [open, setOpen] = useState<'set' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const text = hasPassword ? t.passwordOn : t.passwordOff;
  return (
    <Row name={t.password} text={hasTotp ? text : t.passwordNeedsTotp}>
      {hasTotp && (
        <Button small onPress={() => setOpen('set')}>
          {hasPassword ? t.change : t.setUp}
        </Button>
      )}
      {hasPassword && (
        <Button small look="danger" onPress={() => setOpen('remove')}>
          {t.remove}
        </Button>
      )}
      {open === 'set' && <PasswordSheet done={changed} close={close} />}
      {open === 'remove' && (
        <RemoveSheet
          title={t.removePasswordTitle}
          text={t.removePasswordText}
          remove={() => call(dropPassword, {})}
          done={changed}
          close={close}
        />
      )}
    </Row>
  );
}
