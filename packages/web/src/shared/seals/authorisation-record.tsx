import { SealAuthorStatus } from '@cinnabar/api/enums.js';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Button } from '../components/button.js';
import { smallIcon } from '../components/icons.js';
import { useTexts } from '../text/language.js';
import type { Authorisation } from './authorisation.js';
import type { OpenRecord } from './record-sheet.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';

const standings = {
  1: { Icon: CircleCheck, colour: 'text-success', words: 'author1' },
  2: { Icon: Clock, colour: 'text-warning', words: 'author2' },
  3: { Icon: CircleX, colour: 'text-n-500', words: 'author3' },
  4: { Icon: CircleX, colour: 'text-n-500', words: 'author4' },
} as const;

interface Props {
  readonly record: Authorisation;
  readonly open: (opens: OpenRecord) => void;
}

/** An authorisation: who, what, for which contracts, until when; one that has not ended can be changed and withdrawn. */
export function AuthorisationRecord({ record, open }: Props) {
  const t = useTexts(sealTexts);
  const { toAutomatic } = useSealDoor();
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
              onPress={() =>
                toAutomatic === null ? open({ act: 'automatic', record }) : toAutomatic(record.sealId)
              }
            >
              {t.automatic}
            </Button>
          )}
          <Button small look="quiet" onPress={() => open({ act: 'change', record })}>
            {t.changeAuthor}
          </Button>
          <Button small look="quiet" onPress={() => open({ act: 'cancel', record })}>
            {t.cancelAuthor}
          </Button>
        </div>
      )}
    </li>
  );
}
