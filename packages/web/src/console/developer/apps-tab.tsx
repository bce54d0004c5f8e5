import {
  applicationList,
  applicationRotateSecret,
  applicationUpdateStatus,
} from '@cinnabar/api/operations/applications.js';
import { CircleCheck, Ellipsis, KeyRound, LockKeyhole, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { iconSize, smallIcon } from '../../shared/components/icons.js';
import { momentInWords } from '../../shared/format/dates.js';
import { useLanguage, useTexts } from '../../shared/text/language.js';
import { Choices } from '../shell/choices.js';
import { useList } from '../shell/console-context.js';
import { useWords } from '../shell/error-words.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { useAct } from '../shell/use-act.js';
import { type Application, AppSheet, DisableSheet, TestSheet } from './app-sheets.js';
import { developerTexts } from './developer-texts.js';
import { OverlapSheet } from './overlap-sheet.js';
import { SecretSheet } from './secret-sheet.js';

const SIZE = 100;

type Open =
  | { readonly sheet: 'new' }
  | { readonly sheet: 'edit' | 'test' | 'rotate' | 'disable'; readonly application: Application }
  | { readonly sheet: 'secret'; readonly appId: string; readonly secret: string };

/** Programs that call the interface for the enterprise. */
export default function AppsTab() {
  const t = useTexts(developerTexts);
  const words = useWords();
  const listing = useList(applicationList, { listPageNo: 1, listPageSize: SIZE });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const shown = ({ appId, appSecret }: { readonly appId: string; readonly appSecret: string }) =>
    setOpen({ sheet: 'secret', appId, secret: appSecret });
  const rotating = useAct(applicationRotateSecret, shown);
  const enabling = useAct(applicationUpdateStatus);
  const add = (
    <Button small look="ink" onPress={() => setOpen({ sheet: 'new' })}>
      <KeyRound {...smallIcon} />
      {t.newApp}
    </Button>
  );
  if (listing.error !== null) {
    return <Failed error={listing.error} retry={() => void listing.refetch()} what={t.what} />;
  }
  if (listing.data === undefined) return <RowsSkeleton rows={3} />;
  return (
    <>
      {listing.data.items.length === 0 ? (
        <Empty icon={KeyRound} text={t.noApps}>
          {add}
        </Empty>
      ) : (
        <>
          <div className="flex justify-end px-4 py-3 lg:px-6">{add}</div>
          <ErrorLine text={enabling.error === null ? null : words(enabling.error)} />
          <ul className="m-0 list-none divide-y divide-n-200 border-y border-n-200 bg-n-0 p-0">
            {listing.data.items.map((application) => (
              <AppLine
                key={application.appId}
                application={application}
                open={(sheet) => setOpen({ sheet, application })}
                enable={() => enabling.mutate({ appId: application.appId, status: 'enabled' })}
              />
            ))}
          </ul>
        </>
      )}
      {open?.sheet === 'new' && <AppSheet application={null} created={shown} close={close} />}
      {open?.sheet === 'edit' && <AppSheet application={open.application} created={shown} close={close} />}
      {open?.sheet === 'test' && <TestSheet application={open.application} close={close} />}
      {open?.sheet === 'disable' && <DisableSheet application={open.application} close={close} />}
      {open?.sheet === 'rotate' && (
        <OverlapSheet
          title={t.rotateTitle(open.application.name)}
          text={t.rotateText}
          isRunning={rotating.isPending}
          error={rotating.error === null ? null : words(rotating.error)}
          rotate={(overlapHours) => rotating.mutate({ appId: open.application.appId, overlapHours })}
          close={close}
        />
      )}
      {open?.sheet === 'secret' && (
        <SecretSheet
          title={t.secretTitle}
          text={t.secretText}
          lines={[
            [t.appId, open.appId],
            [t.secret, open.secret],
          ]}
          close={close}
        />
      )}
    </>
  );
}

interface LineProps {
  readonly application: Application;
  readonly open: (sheet: 'edit' | 'test' | 'rotate' | 'disable') => void;
  readonly enable: () => void;
}

function AppLine({ application, open, enable }: LineProps) {
  const t = useTexts(developerTexts);
  const { language } = useLanguage();
  const { name, appId, status, allowList, lastTokenTime, lastAddress, previousSecretUntil } = application;
  const isEnabled = status === 'enabled';
  const Icon = isEnabled ? CircleCheck : LockKeyhole;
  const facts = [
    allowList.length === 0 ? t.anyAddress : t.addresses(allowList.length),
    lastTokenTime === null ? t.noToken : t.lastToken(momentInWords(lastTokenTime, language), lastAddress),
    ...(previousSecretUntil === null ? [] : [t.oldSecret(momentInWords(previousSecretUntil, language))]),
  ];
  return (
    <li className="px-4 py-3 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-60">
          <bdi className="block text-desk font-medium names">{name}</bdi>
          <code className="figures block text-small break-all text-n-600">{appId}</code>
        </span>
        <span
          className={`inline-flex items-center gap-1 text-small ${isEnabled ? 'text-success' : 'text-n-500'}`}
        >
          <Icon {...smallIcon} />
          {isEnabled ? t.enabled : t.disabled}
        </span>
        <span className="ml-auto flex items-center gap-2">
          <Button small onPress={() => open('test')}>
            {t.test}
          </Button>
          <Choices
            label={t.more(name)}
            icon={<Ellipsis {...iconSize} />}
            choices={[
              { id: 'edit', words: t.edit, run: () => open('edit') },
              { id: 'rotate', words: t.rotate, run: () => open('rotate') },
              isEnabled
                ? { id: 'disable', words: t.disable, isDanger: true, run: () => open('disable') }
                : { id: 'enable', words: t.enable, run: enable },
            ]}
          />
        </span>
      </div>
      <p className="figures m-0 text-small text-n-500">{facts.join(' · ')}</p>
      {application.lastAddressAllowed === false && (
        <p className="m-0 flex items-center gap-1 text-small text-warning">
          <TriangleAlert {...smallIcon} className="shrink-0" />
          {t.shutOut}
        </p>
      )}
    </li>
  );
}
