import { memberDuties, memberList } from '@cinnabar/api/operations/members.js';
import { dutyKinds, type ListedKind, stayingKinds } from '@cinnabar/api/schemas/hand-over.js';
import { Pencil, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { Facts } from '../../shared/components/facts.js';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { useRoleWords } from '../../shared/console/use-role-words.js';
import { maskedMobile } from '../../shared/format/masked-mobile.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useList, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { DeniedView, Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { DutyGroup } from './duty-group.js';
import type { ListedMember } from './listed-member.js';
import { MemberSessions } from './member-sessions.js';
import { MemberStanding } from './member-standing.js';
import { membersTexts } from './members-texts.js';

const MemberSheet = onDemand(() => import('./member-sheet.js'));

const allKinds: readonly ListedKind[] = [...dutyKinds, ...stayingKinds];

/** A member: who they are here, what they would hand over, and where they are logged in. */
export default function MemberScreen({ userId }: { readonly userId: number }) {
  const t = useTexts(membersTexts);
  const readsMembers = useRight('readMembers');
  const found = useList(memberList, { userId }, { isWanted: readsMembers });
  const member = found.data?.items[0];
  const heading = useHeading(member?.userName ?? t.title);
  const { corpId } = useConsole();
  const toMembers = consoleAddress('consoleMembers', { corpId });
  if (!readsMembers) return <DeniedView what={t.what} />;
  return (
    <div className="mx-auto w-full max-w-[800px] px-4 py-4 lg:px-6">
      <ConsoleLink href={toMembers} className="inline-flex min-h-11 items-center text-desk text-n-600">
        {t.toMembers}
      </ConsoleLink>
      <h1 ref={heading} tabIndex={-1} className="m-0 mb-2 text-page font-semibold names">
        <bdi>{member?.userName ?? t.title}</bdi>
      </h1>
      {found.error !== null && found.data === undefined ? (
        <Failed error={found.error} retry={() => void found.refetch()} what={t.what} />
      ) : found.data === undefined ? (
        <RowsSkeleton />
      ) : member === undefined ? (
        <Empty icon={Users} text={t.gone} />
      ) : (
        <Detail member={member} />
      )}
    </div>
  );
}

function Detail({ member }: { readonly member: ListedMember }) {
  const t = useTexts(membersTexts);
  const roleWords = useRoleWords();
  const managesMembers = useRight('manageMembers');
  const { corpId, userId: self } = useConsole();
  const [isEditing, setEditing] = useState(false);
  const [said, setSaid] = useState('');
  const { userId } = member;
  const mayLeave = userId !== self && !member.roles.includes('OWNER');
  return (
    <>
      <p className="mt-0 mb-4">
        <MemberStanding isInvited={member.invited} isVerified={member.realNameStatus === 1} />
      </p>
      <p role="status" className="m-0 mb-4 text-small text-success empty:hidden">
        {said}
      </p>
      <Facts
        facts={[
          [t.mobile, maskedMobile(member.mobile)],
          ...(member.jobNum === '' ? [] : [[t.jobNum, member.jobNum] as const]),
          ...(member.email === null ? [] : [[t.mailAddress, member.email] as const]),
          [
            t.roles,
            <span key="roles" className="inline-block first-letter:uppercase">
              {roleWords(member.roles)}
            </span>,
          ],
          [t.sealsHeld, member.sealNum],
          [t.awaiting, member.awaitingNum],
          [t.initiated, member.initiatedNum],
        ]}
      />
      {managesMembers && (
        <>
          <div className="mb-6 flex flex-wrap gap-3">
            <Button small onPress={() => setEditing(true)}>
              <Pencil {...smallIcon} />
              {t.change}
            </Button>
            {mayLeave && (
              <ConsoleLink
                href={consoleAddress('consoleMemberLeave', { corpId, userId })}
                className="inline-flex min-h-11 items-center px-3 text-small text-cinnabar-600"
              >
                {t.leave}
              </ConsoleLink>
            )}
          </div>
          <ToHandOver userId={userId} />
          <MemberSessions userId={userId} />
        </>
      )}
      {isEditing && <MemberSheet member={member} done={setSaid} close={() => setEditing(false)} />}
    </>
  );
}

/** What a hand-over would be about. */
function ToHandOver({ userId }: { readonly userId: number }) {
  const t = useTexts(membersTexts);
  const asked = useAsk(memberDuties, { userId });
  const found = asked.data;
  return (
    <section aria-label={t.toHandOver} className="mb-6">
      <h2 className="mt-0 mb-3 text-body font-semibold">{t.toHandOver}</h2>
      {found === undefined ? (
        asked.error === null ? (
          <RowsSkeleton />
        ) : (
          <Failed error={asked.error} retry={() => void asked.refetch()} what={t.toHandOver} />
        )
      ) : found.duties.length === 0 ? (
        <p className="m-0 text-desk text-n-600">{t.nothingToHandOver}</p>
      ) : (
        allKinds.map((kind) => (
          <DutyGroup key={kind} kind={kind} duties={found.duties} count={found.counts[kind]} />
        ))
      )}
    </section>
  );
}
