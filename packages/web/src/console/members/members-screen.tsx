import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { smallIcon } from '../../shared/components/icons.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { useRight } from '../shell/console-context.js';
import { TabBar } from '../shell/tab-bar.js';
import { useCounts } from '../shell/use-overview.js';
import { ColleagueFinder, MemberDirectory } from './directory.js';
import { InviteSheet } from './invite-sheet.js';
import { JoinRequests } from './join-requests.js';
import { membersTexts } from './members-texts.js';

/** Colleagues; everybody with their roles for who may read them, requests to join for who manages members. */
export default function MembersScreen() {
  const t = useTexts(membersTexts);
  const heading = useHeading(t.title);
  const managesMembers = useRight('manageMembers');
  const readsMembers = useRight('readMembers');
  const [state, keep] = usePageState('consoleMembers');
  const { members: requests = 0 } = useCounts();
  const [isInviting, setInviting] = useState(false);
  const [said, setSaid] = useState('');
  const tab = managesMembers ? (state.tab ?? 'all') : 'all';
  return (
    <div className="mx-auto w-full max-w-[1120px]">
      <div className="flex items-center gap-3 px-4 pt-4 lg:px-6">
        <h1 ref={heading} tabIndex={-1} className="m-0 flex-1 text-page font-semibold">
          {t.title}
        </h1>
        {managesMembers && (
          <Button small look="ink" onPress={() => setInviting(true)}>
            <UserPlus {...smallIcon} />
            {t.invite}
          </Button>
        )}
      </div>
      <p role="status" className="m-0 px-4 text-small text-success empty:hidden lg:px-6">
        {said}
      </p>
      {managesMembers && (
        <div className="border-b border-n-200">
          <TabBar
            label={t.tabs}
            tabs={[
              { value: 'all', words: t.all },
              { value: 'requests', words: t.requests, number: requests },
            ]}
            value={tab}
            onChange={(next) => keep({ tab: next === 'all' ? undefined : next, page: undefined })}
          />
        </div>
      )}
      {tab === 'requests' ? (
        <JoinRequests invite={() => setInviting(true)} />
      ) : readsMembers ? (
        <MemberDirectory done={setSaid} />
      ) : (
        <ColleagueFinder />
      )}
      {isInviting && (
        <InviteSheet done={(name) => setSaid(t.invited(name))} close={() => setInviting(false)} />
      )}
    </div>
  );
}
