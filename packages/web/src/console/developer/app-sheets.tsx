import {
  applicationCreate,
  type applicationList,
  applicationModify,
  applicationTest,
  applicationUpdateStatus,
} from '@cinnabar/api/operations/applications.js';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { smallIcon } from '../../shared/components/icons.js';
import { LinesField, linesIn } from '../../shared/components/lines-field.js';
import { refusalWords } from '../../shared/components/refusal-words.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { shellTexts } from '../shell/shell-texts.js';
import { useAct } from '../shell/use-act.js';
import { developerTexts } from './developer-texts.js';

export type Application = DataOf<typeof applicationList>[number];

interface EditProps {
  /** null: a new one. */
  readonly application: Application | null;
  readonly created: (application: DataOf<typeof applicationCreate>) => void;
  readonly close: () => void;
}

/** Name and allow-list of a new application or of one that exists. */
export function AppSheet({ application, created, close }: EditProps) {
  const t = useTexts(developerTexts);
  const shell = useTexts(shellTexts);
  const [name, setName] = useState(application?.name ?? '');
  const [addresses, setAddresses] = useState((application?.allowList ?? []).join('\n'));
  const creating = useAct(applicationCreate, created);
  const changing = useAct(applicationModify, close);
  const running = creating.isPending || changing.isPending;
  const refused = refusalWords(creating.error ?? changing.error, shell.offlineText);
  const save = () => {
    const given = { name: name.trim(), allowList: linesIn(addresses) };
    if (application === null) creating.mutate(given);
    else changing.mutate({ appId: application.appId, ...given });
  };
  return (
    <Sheet
      title={application === null ? t.newApp : t.editTitle(application.name)}
      isOpen
      close={close}
      isHeld={running}
      footer={
        <Button
          look="ink"
          wide
          isDisabled={name.trim() === ''}
          busyLabel={running ? t.working : null}
          onPress={save}
        >
          {application === null ? t.create : t.save}
        </Button>
      }
    >
      <TextField label={t.name} value={name} maxLength={100} onChange={setName} />
      <LinesField label={t.allowList} hint={t.allowHint} value={addresses} onChange={setAddresses} />
      <ErrorLine text={refused?.words ?? null} />
    </Sheet>
  );
}

interface Props {
  readonly application: Application;
  readonly close: () => void;
}

export function DisableSheet({ application, close }: Props) {
  const t = useTexts(developerTexts);
  const words = useWords();
  const disabling = useAct(applicationUpdateStatus, close);
  const { appId, name } = application;
  return (
    <Sheet
      title={t.disableTitle(name)}
      isOpen
      close={close}
      isHeld={disabling.isPending}
      footer={
        <Button
          look="dangerous"
          wide
          busyLabel={disabling.isPending ? t.working : null}
          onPress={() => disabling.mutate({ appId, status: 'disabled' })}
        >
          {t.disable}
        </Button>
      }
    >
      <p className="mt-0 text-body text-n-700">{t.disableText}</p>
      <ErrorLine text={disabling.error === null ? null : words(disabling.error)} />
    </Sheet>
  );
}

export function TestSheet({ application, close }: Props) {
  const t = useTexts(developerTexts);
  const words = useWords();
  const { door } = useConsole();
  const { appId, name } = application;
  const [secret, setSecret] = useState('');
  const testing = useMutation({
    mutationFn: () =>
      door.ask(applicationTest, { appId, ...(secret.trim() === '' ? {} : { appSecret: secret.trim() }) }),
  });
  return (
    <Sheet
      title={t.testTitle(name)}
      isOpen
      close={close}
      footer={
        <Button
          look="ink"
          wide
          busyLabel={testing.isPending ? t.testing : null}
          onPress={() => testing.mutate()}
        >
          {t.runTest}
        </Button>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{t.testText}</p>
      <TextField
        label={t.testSecret}
        value={secret}
        type="password"
        autoComplete="off"
        maxLength={200}
        onChange={setSecret}
      />
      <ErrorLine text={testing.error === null ? null : words(testing.error)} />
      {testing.data !== undefined && (
        <div role="status">
          <ol className="m-0 list-none divide-y divide-n-200 border-y border-n-200 p-0">
            {testing.data.steps.map(({ path, status, msg, took }) => {
              const Icon = status === 200 ? CircleCheck : CircleX;
              return (
                <li key={path} className="py-2">
                  <span className="flex items-center gap-2 text-desk">
                    <Icon {...smallIcon} className={status === 200 ? 'text-success' : 'text-danger'} />
                    <code className="min-w-0 flex-1 break-all">{path}</code>
                    <span className="figures text-small text-n-600">{t.step(status, took)}</span>
                  </span>
                  {msg !== '' && <span className="block text-small text-danger">{msg}</span>}
                </li>
              );
            })}
          </ol>
          <p className="figures text-small break-all text-n-500">{t.requestId(testing.data.requestId)}</p>
        </div>
      )}
    </Sheet>
  );
}
