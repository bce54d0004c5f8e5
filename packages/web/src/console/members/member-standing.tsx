import { CircleCheck, CircleDashed, Mail } from 'lucide-react';
import { smallIcon } from '../../shared/components/icons.js';
import { useTexts } from '../../shared/text/language.js';
import { membersTexts } from './members-texts.js';

interface Props {
  readonly isInvited: boolean;
  readonly isVerified: boolean;
}

/** Whether a member has accepted the invitation, and has proven who they are. */
export function MemberStanding({ isInvited, isVerified }: Props) {
  const t = useTexts(membersTexts);
  const Icon = isInvited ? Mail : isVerified ? CircleCheck : CircleDashed;
  const words = isInvited ? t.isInvited : isVerified ? t.verified : t.unverified;
  const colour = isInvited ? 'text-warning' : isVerified ? 'text-success' : 'text-n-500';
  return (
    <span className={`inline-flex w-24 items-center gap-1 text-small ${colour}`}>
      <Icon {...smallIcon} />
      {words}
    </span>
  );
}
