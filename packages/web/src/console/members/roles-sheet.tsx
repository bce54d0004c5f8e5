import { memberSetRoles } from '@cinnabar/api/operations/members.js';
import { coversRole, type Role, roles } from '@cinnabar/api/permissions.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { CheckField } from '../../shared/components/check-field.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { refusalWords } from '../../shared/components/refusal-words.js';
import { Sheet } from '../../shared/components/sheet.js';
import { roleTexts } from '../../shared/console/role-texts.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole, useRefresh } from '../shell/console-context.js';
import { shellTexts } from '../shell/shell-texts.js';
import type { ListedMember } from './listed-member.js';
import { membersTexts } from './members-texts.js';
import { rolePermits } from './role-permits.js';

type GivenRole = Exclude<Role, 'OWNER'>;

const given: readonly GivenRole[] = roles.filter((role): role is GivenRole => role !== 'OWNER');

interface Props {
  readonly member: ListedMember;
  readonly done: (words: string) => void;
  readonly close: () => void;
}

/** The roles of a member, each with what it permits. Those beyond the person's own are absent. */
export function RolesSheet({ member, done, close }: Props) {
  const t = useTexts(rolePermits);
  const names = useTexts(roleTexts);
  const members = useTexts(membersTexts);
  const shell = useTexts(shellTexts);
  const { door, roles: held } = useConsole();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<readonly Role[]>(member.roles);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const saving = useMutation({
    mutationFn: () => door.act(memberSetRoles, { userId: member.userId, roles: [...chosen] }, key),
    onSuccess: async () => {
      close();
      done(t.saved(member.userName));
      await refresh();
    },
    onError: () => setKey(crypto.randomUUID()),
  });
  const offered = given.filter((role) =>
    role === 'ADMIN' ? held.includes('OWNER') : coversRole(held, role),
  );
  const isSame = roles.every((role) => chosen.includes(role) === member.roles.includes(role));
  const isMixed = chosen.includes('AUDITOR') && chosen.length > 1;
  return (
    <Sheet
      title={t.title(member.userName)}
      isOpen
      close={close}
      isHeld={saving.isPending}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={isSame}
          busyLabel={saving.isPending ? members.working : null}
          onPress={() => saving.mutate()}
        >
          {t.save}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.note}</p>
      {offered.map((role) => (
        <CheckField
          key={role}
          label={names[role]}
          hint={t[role]}
          isChecked={chosen.includes(role)}
          onChange={(isChecked) =>
            setChosen(isChecked ? [...chosen, role] : chosen.filter((each) => each !== role))
          }
        />
      ))}
      {isMixed && (
        <p
          role="status"
          className="m-0 mb-4 rounded-control bg-warning-tint px-3 py-2 text-small text-warning"
        >
          {t.auditorToo}
        </p>
      )}
      <ErrorLine text={refusalWords(saving.error, shell.offlineText)?.words ?? null} />
    </Sheet>
  );
}
