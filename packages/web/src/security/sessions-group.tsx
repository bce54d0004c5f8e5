import { endOwnOtherSessions, endOwnSession, type OwnSession } from '@cinnabar/api/pages/own-security.js';
import { useMutation } from '@tanstack/react-query';
import type { Wire } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { useConsole } from '../shared/console/console-door.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { sessionTexts } from '../shared/console/session-texts.js';
import { momentInWords } from '../shared/format/dates.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { Group, Row } from './row.js';
import { securityTexts } from './security-texts.js';

interface Props {
  readonly sessions: readonly Wire<OwnSession>[];
  readonly changed: () => void;
}

/** All devices on which the person is logged in. */
export function SessionsGroup({ sessions, changed }: Props) {
  const t = useTexts(securityTexts);
  const session = useTexts(sessionTexts);
  const words = useFailureWords();
  const { language } = useLanguage();
  const { call } = useConsole();
  const ending = useMutation({
    mutationFn: (sessionId: number) => call(endOwnSession, { sessionId }),
    onSuccess: changed,
  });
  const endingOthers = useMutation({ mutationFn: () => call(endOwnOtherSessions, {}), onSuccess: changed });
  return (
    <Group
      title={t.sessions}
      note={<ErrorLine text={words(ending.error ?? endingOthers.error)} />}
      aside={
        sessions.length > 1 && (
          <Button small look="link" isDisabled={endingOthers.isPending} onPress={() => endingOthers.mutate()}>
            {t.endOthers}
          </Button>
        )
      }
    >
      {sessions.map(({ sessionId, device, place, method, lastTime, isThis }) => (
        <Row
          key={sessionId}
          name={`${device === '' ? session.unnamed : device} · ${session.methods[method]}`}
          text={<span className="figures">{session.lastUsed(momentInWords(lastTime, language), place)}</span>}
        >
          {isThis ? (
            <span className="text-small text-n-600">{t.thisDevice}</span>
          ) : (
            <Button small isDisabled={ending.isPending} onPress={() => ending.mutate(sessionId)}>
              {t.end}
            </Button>
          )}
        </Row>
      ))}
    </Group>
  );
}
