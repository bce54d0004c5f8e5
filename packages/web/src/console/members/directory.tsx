import { infoByMobileOrName, memberList } from '@cinnabar/api/operations/members.js';
import { Pencil, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button, IconButton } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useRoleWords } from '../../shared/console/use-role-words.js';
import { maskedMobile } from '../../shared/format/masked-mobile.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useList, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Pager } from '../shell/pager.js';
import { SearchField } from '../shell/search-field.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import type { ListedMember } from './listed-member.js';
import { MemberStanding } from './member-standing.js';
import { membersTexts } from './members-texts.js';

const MemberSheet = onDemand(() => import('./member-sheet.js'));

const SIZE = 20;

/** All members with their roles and what they have to do with; whoever manages them also changes them. */
export function MemberDirectory({ done }: { readonly done: (words: string) => void }) {
  const managesMembers = useRight('manageMembers');
  const t = useTexts(membersTexts);
  const roleWords = useRoleWords();
  const [edited, setEdited] = useState<ListedMember | null>(null);
  const [{ name = '', page = 1 }, keep] = usePageState('consoleMembers');
  const listing = useList(memberList, {
    ...(name === '' ? {} : { keyword: name }),
    listPageNo: Math.max(1, page),
    listPageSize: SIZE,
  });
  return (
    <>
      <Finder />
      {listing.error !== null && (
        <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />
      )}
      {listing.data === undefined ? (
        listing.error === null && <RowsSkeleton />
      ) : listing.data.items.length === 0 ? (
        <NoMember />
      ) : (
        <>
          <Lines>
            {listing.data.items.map((member) => (
              <Line
                key={member.userId}
                member={member}
                isInvited={member.invited}
                {...(managesMembers ? { edit: () => setEdited(member) } : {})}
              >
                {[
                  member.jobNum,
                  roleWords(member.roles),
                  t.seals(member.sealNum),
                  t.open(member.awaitingNum + member.initiatedNum),
                ]
                  .filter((each) => each !== '')
                  .join(' · ')}
              </Line>
            ))}
          </Lines>
          <Pager
            page={Math.max(1, page)}
            size={SIZE}
            total={listing.data.totalCount}
            isLimited={false}
            onPage={(next) => keep({ page: next === 1 ? undefined : next })}
          />
        </>
      )}
      {edited !== null && <MemberSheet member={edited} done={done} close={() => setEdited(null)} />}
    </>
  );
}

/** Colleagues by name or mobile, for everybody. */
export function ColleagueFinder() {
  const t = useTexts(membersTexts);
  const [{ name = '' }] = usePageState('consoleMembers');
  const found = useAsk(infoByMobileOrName, { paramString: name }, { isWanted: name !== '' });
  return (
    <>
      <Finder />
      {name === '' ? (
        <Empty icon={Users} text={t.hint} />
      ) : found.error !== null && found.data === undefined ? (
        <Failed error={found.error} retry={() => void found.refetch()} what={t.what} />
      ) : found.data === undefined ? (
        <RowsSkeleton />
      ) : found.data.length === 0 ? (
        <NoMember />
      ) : (
        <Lines>
          {found.data.map((member) => (
            <Line key={member.userId} member={member} isInvited={false} />
          ))}
        </Lines>
      )}
    </>
  );
}

function Finder() {
  const t = useTexts(membersTexts);
  const [{ name = '' }, keep] = usePageState('consoleMembers');
  return (
    <div className="px-4 py-3 lg:px-6">
      <SearchField
        label={t.search}
        value={name}
        change={(text) => keep({ name: text === '' ? undefined : text, page: undefined })}
      />
    </div>
  );
}

function NoMember() {
  const t = useTexts(membersTexts);
  const [{ name = '' }, keep] = usePageState('consoleMembers');
  return (
    <Empty icon={Users} text={name === '' ? t.none : t.noMatch}>
      {name !== '' && <Button onPress={() => keep({ name: undefined, page: undefined })}>{t.clear}</Button>}
    </Empty>
  );
}

function Lines({ children }: { readonly children: ReactNode }) {
  return <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">{children}</ul>;
}

type Member = DataOf<typeof infoByMobileOrName>[number];

interface LineProps {
  readonly member: Member;
  readonly isInvited: boolean;
  readonly edit?: () => void;
  readonly children?: string;
}

function Line({ member, isInvited, edit, children }: LineProps) {
  const t = useTexts(membersTexts);
  const { corpId } = useConsole();
  const readsMembers = useRight('readMembers');
  return (
    <li className="figures flex min-h-12 flex-wrap items-center gap-x-4 px-4 py-2 text-desk lg:px-6">
      <span className="min-w-0 flex-1 basis-40">
        {readsMembers ? (
          <ConsoleLink
            href={consoleAddress('consoleMember', { corpId, userId: member.userId })}
            className="block py-1 font-medium text-n-900 names"
          >
            <bdi>{member.userName}</bdi>
          </ConsoleLink>
        ) : (
          <bdi className="block font-medium names">{member.userName}</bdi>
        )}
        {children !== undefined && <bdi className="block text-small text-n-500 names">{children}</bdi>}
      </span>
      <span className="text-small text-n-600">{maskedMobile(member.mobile)}</span>
      <MemberStanding isInvited={isInvited} isVerified={member.realNameStatus === 1} />
      {edit !== undefined && (
        <span className="ml-auto lg:ml-0">
          <IconButton label={t.edit(member.userName)} onPress={edit}>
            <Pencil {...smallIcon} />
          </IconButton>
        </span>
      )}
    </li>
  );
}
