import type { Role } from '@cinnabar/api/permissions.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callSandbox } from '../api/sandbox.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { SandboxPanel } from '../shared/components/sandbox-panel.js';
import { useFailureWords } from '../shared/console/failure-words.js';
import { useRoleWords } from '../shared/console/use-role-words.js';
import { useTexts } from '../shared/text/language.js';
import { loginTexts } from './login-texts.js';

interface DemoPerson {
  readonly userId: number;
  readonly name: string;
  readonly corpName: string;
  readonly roles: readonly Role[];
}

/** In the sandbox, the people of the demo data log in with one click. */
export function DemoPeople({ enter }: { readonly enter: () => void }) {
  const t = useTexts(loginTexts);
  const words = useFailureWords();
  const roleWords = useRoleWords();
  const people = useQuery({
    queryKey: ['demoPeople'],
    queryFn: () => callSandbox<{ readonly people: readonly DemoPerson[] }>('/sandbox/people', {}),
    retry: false,
  });
  const entering = useMutation({
    mutationFn: ({ userId }: DemoPerson) => callSandbox<unknown>('/sandbox/login', { userId }),
    onSuccess: enter,
  });
  const shown = people.data?.people ?? [];
  if (shown.length === 0) return null;
  return (
    <SandboxPanel title={t.demoTitle}>
      <p className="m-0 mb-3 text-small text-n-600">{t.demoText}</p>
      <ErrorLine text={words(entering.error)} />
      <ul className="m-0 list-none space-y-2 p-0">
        {shown.map((person) => (
          <li key={person.userId}>
            <Button wide isDisabled={entering.isPending} onPress={() => entering.mutate(person)}>
              <span className="w-full min-w-0 py-2 text-left names">
                {t.demoAs(person.name, roleWords(person.roles))}
                <bdi className="block text-small font-normal text-n-600">{person.corpName}</bdi>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </SandboxPanel>
  );
}
