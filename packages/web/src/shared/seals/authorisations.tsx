import { SealAuthorStatus } from '@cinnabar/api/enums.js';
import { CircleCheck, CircleX, Clock, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { iconSize, smallIcon } from '../components/icons.js';
import { refusalWords } from '../components/refusal-words.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { AuthoriseSheet } from './authorise-sheet.js';
import { AutomaticSheet } from './automatic-sheet.js';
import { CancelAuthorSheet } from './cancel-author-sheet.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';
import { type Authorisation, type Seal, useAuthorisations, useSealsChanged } from './use-seals.js';

interface Props {
  readonly seal: Seal;
  readonly say: (words: string) => void;
}

/** Authorisations of a seal; those no longer in force come last. */
export function Authorisations({ seal, say }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const changed = useSealsChanged();
  const query = useAuthorisations(seal.sealId);
  const [isAdding, setAdding] = useState(false);
  const records = [...(query.data ?? [])].sort(
    (left, right) => left.status - right.status || right.id - left.id,
  );
  return (
    <section className="rounded-card bg-n-0 p-4 shadow-paper lg:p-6">
      <header className="mb-2 flex items-center justify-between gap-3">
        <h2 className="m-0 text-title font-semibold">{t.authorisations}</h2>
        <Button small look="ink" onPress={() => setAdding(true)}>
          <Plus {...iconSize} />
          {t.authorise}
        </Button>
      </header>
      <ErrorLine text={refusalWords(query.error, app.offlineText)?.words ?? null} />
      {query.data !== undefined && records.length === 0 && (
        <p className="m-0 py-8 text-center text-body text-n-600">{t.authoriseNone}</p>
      )}
      <ul className="m-0 list-none divide-y divide-n-200 p-0">
        {records.map((record) => (
          <Record key={record.id} record={record} changed={changed} say={say} />
        ))}
      </ul>
      {isAdding && (
        <AuthoriseSheet
          seal={seal}
          known={records}
          close={() => setAdding(false)}
          added={async () => {
            await changed();
            setAdding(false);
            say(t.given);
          }}
        />
      )}
    </section>
  );
}

const standings = {
  1: { Icon: CircleCheck, colour: 'text-success', words: 'author1' },
  2: { Icon: Clock, colour: 'text-warning', words: 'author2' },
  3: { Icon: CircleX, colour: 'text-n-500', words: 'author3' },
  4: { Icon: CircleX, colour: 'text-n-500', words: 'author4' },
} as const;

interface RecordProps {
  readonly record: Authorisation;
  readonly changed: () => Promise<void>;
  readonly say: (words: string) => void;
}

function Record({ record, changed, say }: RecordProps) {
  const t = useTexts(sealTexts);
  const { toAutomatic } = useSealDoor();
  const [opens, setOpens] = useState<'automatic' | 'cancel' | null>(null);
  const close = () => setOpens(null);
  const { Icon, colour, words } = standings[record.status];
  const isOver = record.status > SealAuthorStatus.notYet;
  const day = (moment: string) => moment.slice(0, 10);
  const from = day(record.effectiveTime);
  const period = record.expireTime === null ? t.forever(from) : t.period(from, day(record.expireTime));
  const range =
    record.authorRange === 0 ? t.allContracts : t.onlyTemplates(record.templateName.split(',').join(t.comma));
  return (
    <li className={`py-3 ${isOver ? 'text-n-500' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="m-0 min-w-0 text-body leading-6 font-medium names">
          <bdi>{record.userName}</bdi>
          <span className="ml-2 inline-flex rounded-full bg-n-100 px-2 text-caption leading-6 font-medium text-n-700">
            {t[`role_${record.authorRole}`]}
          </span>
          {record.autoSignStatus !== 'none' && !isOver && (
            <span className="ml-1 inline-flex rounded-full bg-warning-tint px-2 text-caption leading-6 font-medium text-warning">
              {t[`autoSign_${record.autoSignStatus}`]}
            </span>
          )}
          {record.examinerNotify === 1 && (
            <span className="ml-1 inline-flex rounded-full bg-n-100 px-2 text-caption leading-6 font-medium text-n-700">
              {t.notifyOn}
            </span>
          )}
        </p>
        <span className={`inline-flex shrink-0 items-center gap-1 text-small font-medium ${colour}`}>
          <Icon {...smallIcon} />
          {t[words]}
        </span>
      </div>
      <p className="figures m-0 mt-1 text-small text-n-500 names">
        {range} · <span className="whitespace-nowrap">{period}</span>
      </p>
      {!isOver && (
        <div className="mt-2 flex flex-wrap gap-2">
          {record.authorRange === 1 && record.authorRole === 'SEAL_USER' && (
            <Button
              small
              look="quiet"
              onPress={() => (toAutomatic === null ? setOpens('automatic') : toAutomatic(record.sealId))}
            >
              {t.automatic}
            </Button>
          )}
          <Button small look="quiet" onPress={() => setOpens('cancel')}>
            {t.cancelAuthor}
          </Button>
        </div>
      )}
      {opens === 'automatic' && (
        <AutomaticSheet
          record={record}
          close={close}
          decided={async () => {
            await changed();
            close();
          }}
        />
      )}
      {opens === 'cancel' && (
        <CancelAuthorSheet
          record={record}
          close={close}
          cancelled={async () => {
            await changed();
            close();
            say(t.cancelled);
          }}
        />
      )}
    </li>
  );
}
