import { memberEndSessions, memberSessions } from '@cinnabar/api/operations/members.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { sessionTexts } from '../../shared/console/session-texts.js';
import { momentInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { membersTexts } from './members-texts.js';

/** Where a member is logged in, for the case that a device was lost. */
export function MemberSessions({ userId }: { readonly userId: number }) {
  const t = useTexts(membersTexts);
  const session = useTexts(sessionTexts);
  const words = useWords();
  const { language } = useLanguage();
  const { door } = useConsole();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const asked = useAsk(memberSessions, { userId });
  const ending = useMutation({
    mutationFn: () => door.act(memberEndSessions, { userId }, key),
    onSuccess: () => asked.refetch(),
    onSettled: () => setKey(crypto.randomUUID()),
  });
  const sessions = asked.data?.sessions ?? [];
  const failed = ending.error ?? asked.error;
  return (
    <section aria-label={t.sessions} className="mb-6">
      <h3 className="m-0 mb-1 text-small font-medium text-n-700">{t.sessions}</h3>
      <ul className="m-0 list-none divide-y divide-n-200 p-0">
        {sessions.map(({ device, place, method, createTime, lastTime }) => (
          <li key={`${createTime} ${device} ${place}`} className="py-2">
            <span className="block text-desk names">
              {device === '' ? session.unnamed : device} · {session.methods[method]}
            </span>
            <span className="figures block text-small text-n-600">
              {session.lastUsed(momentInWords(lastTime, language), place)}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="m-0 mb-2 text-small text-n-600 empty:hidden">
        {asked.data !== undefined && sessions.length === 0 ? t.noSessions : ''}
      </p>
      <ErrorLine text={failed === null ? null : words(failed)} />
      {sessions.length > 0 && (
        <Button small busyLabel={ending.isPending ? t.working : null} onPress={() => ending.mutate()}>
          {t.endSessions}
        </Button>
      )}
    </section>
  );
}
