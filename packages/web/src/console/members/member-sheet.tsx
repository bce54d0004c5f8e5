import { memberDelete, memberModify } from '@cinnabar/api/operations/members.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { refusalWords } from '../../shared/components/refusal-words.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { useRoleWords } from '../../shared/console/use-role-words.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh, useRight } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { shellTexts } from '../shell/shell-texts.js';
import type { ListedMember } from './listed-member.js';
import { MemberSessions } from './member-sessions.js';
import { membersTexts } from './members-texts.js';
import { rolePermits } from './role-permits.js';
import { RolesSheet } from './roles-sheet.js';

interface Props {
  readonly member: ListedMember;
  readonly done: (words: string) => void;
  readonly close: () => void;
}

/** Name and employee number of a member, or their removal with its consequences. */
export default function MemberSheet(props: Props) {
  const [open, setOpen] = useState<'edit' | 'roles' | 'remove'>('edit');
  if (open === 'remove') return <RemoveSheet {...props} back={() => setOpen('edit')} />;
  if (open === 'roles') return <RolesSheet {...props} />;
  return <EditSheet {...props} remove={() => setOpen('remove')} changeRoles={() => setOpen('roles')} />;
}

interface EditProps extends Props {
  readonly remove: () => void;
  readonly changeRoles: () => void;
}

function EditSheet({ member, done, close, remove, changeRoles }: EditProps) {
  const permits = useTexts(rolePermits);
  const managesRoles = useRight('manageRoles');
  const t = useTexts(membersTexts);
  const shell = useTexts(shellTexts);
  const roleWords = useRoleWords();
  const { corpId, door, userId } = useConsole();
  const refresh = useRefresh();
  const [userName, setName] = useState(member.userName);
  const [jobNum, setJobNum] = useState(member.jobNum);
  const [email, setEmail] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const saving = useMutation({
    mutationFn: ({ removesEmail }: { readonly removesEmail: boolean }) =>
      door.act(
        memberModify,
        {
          userId: member.userId,
          userName: userName.trim(),
          ...(jobNum.trim() === '' ? {} : { jobNum: jobNum.trim() }),
          ...(removesEmail ? { removeEmail: true } : email.trim() === '' ? {} : { email: email.trim() }),
        },
        key,
      ),
    onSuccess: async () => {
      close();
      done(t.saved(userName.trim()));
      await refresh();
    },
    onError: () => setKey(crypto.randomUUID()),
  });
  const isSame =
    userName.trim() === member.userName && jobNum.trim() === member.jobNum && email.trim() === '';
  const mayRemove = member.userId !== userId && !member.roles.includes('OWNER');
  return (
    <Sheet
      title={t.editTitle(member.userName)}
      isOpen
      close={close}
      isHeld={saving.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={userName.trim() === '' || isSame}
          busyLabel={saving.isPending ? t.working : null}
          onPress={() => saving.mutate({ removesEmail: false })}
        >
          {t.save}
        </Button>
      }
    >
      <p className="mt-0 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-body text-n-700">
        <span className="min-w-0 flex-1 first-letter:uppercase names">{roleWords(member.roles)}</span>
        {managesRoles && (
          <Button small onPress={changeRoles}>
            {permits.change}
          </Button>
        )}
      </p>
      <TextField
        label={t.nickname}
        value={userName}
        maxLength={100}
        hint={t.nicknameHint}
        onChange={setName}
      />
      <TextField label={t.jobNum} value={jobNum} maxLength={100} onChange={setJobNum} />
      <TextField
        label={t.email}
        value={email}
        inputMode="email"
        autoCapitalize="none"
        maxLength={254}
        hint={
          member.email === null
            ? t.emailHint
            : member.emailFailed
              ? t.emailFailed(member.email)
              : t.emailNow(member.email)
        }
        onChange={setEmail}
      />
      {member.email !== null && (
        <p className="mt-0 mb-4">
          <Button small isDisabled={saving.isPending} onPress={() => saving.mutate({ removesEmail: true })}>
            {t.emailRemove}
          </Button>
        </p>
      )}
      <MemberSessions userId={member.userId} />
      <ErrorLine text={refusalWords(saving.error, shell.offlineText)?.words ?? null} />
      {mayRemove && (
        <div className="flex flex-wrap gap-3">
          <Button
            onPress={() =>
              goToAddress(consoleAddress('consoleMemberLeave', { corpId, userId: member.userId }))
            }
          >
            {t.leave}
          </Button>
          <Button look="danger" onPress={remove}>
            {t.remove}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function RemoveSheet({ member, done, close, back }: Props & { readonly back: () => void }) {
  const t = useTexts(membersTexts);
  const shell = useTexts(shellTexts);
  const { door } = useConsole();
  const refresh = useRefresh();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const removing = useMutation({
    mutationFn: () => door.act(memberDelete, { userId: member.userId }, key),
    onSuccess: async () => {
      close();
      done(t.removed(member.userName));
      await refresh();
    },
    onError: () => setKey(crypto.randomUUID()),
  });
  const consequences = [
    t.removeText,
    ...(member.sealNum > 0 ? [t.removeSeals(member.sealNum)] : []),
    ...(member.awaitingNum > 0 ? [t.removeAwaiting(member.awaitingNum)] : []),
    ...(member.initiatedNum > 0 ? [t.removeInitiated(member.initiatedNum)] : []),
  ];
  return (
    <Sheet
      title={t.removeTitle(member.userName)}
      isOpen
      close={close}
      isHeld={removing.isPending}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button wide isDisabled={removing.isPending} onPress={back}>
            {t.keep}
          </Button>
          <Button
            wide
            look="dangerous"
            isDisabled={typed.trim() !== member.userName}
            busyLabel={removing.isPending ? t.working : null}
            onPress={() => removing.mutate()}
          >
            {t.remove}
          </Button>
        </div>
      }
    >
      <ul className="mt-0 mb-4 list-disc pl-5 text-body text-n-700">
        {consequences.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <TextField label={t.typeName(member.userName)} value={typed} onChange={setTyped} autoComplete="off" />
      <ErrorLine text={refusalWords(removing.error, shell.offlineText)?.words ?? null} />
    </Sheet>
  );
}
