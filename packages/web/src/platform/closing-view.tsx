import {
  closePlatformCorp,
  reopenPlatformCorp,
  viewPlatformClosing,
} from '@cinnabar/api/pages/platform-closing.js';
import { useState } from 'react';
import type { DataOf } from '../api/wire.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { TextField } from '../shared/components/text-field.js';
import { useTexts } from '../shared/text/language.js';
import { closingTexts } from './closing-texts.js';
import { Answered, useErrorWords } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked, useOperatorAct } from './platform-context.js';

interface Props {
  readonly corpId: number;
  /** Leads back to the facts. */
  readonly done: () => void;
}

/** What closing an enterprise does, in numbers, and the act; or the closure, and how it is undone. */
export default function ClosingView({ corpId, done }: Props) {
  const asked = useAsked(viewPlatformClosing, { corpId });
  return (
    <Answered asked={asked}>
      {(closing) =>
        closing.state === 'open' ? (
          <CloseForm corpId={corpId} closing={closing} done={done} />
        ) : (
          <ReopenForm corpId={corpId} closing={closing} done={done} />
        )
      }
    </Answered>
  );
}

interface FormProps extends Props {
  readonly closing: DataOf<typeof viewPlatformClosing>;
}

function CloseForm({ corpId, closing, done }: FormProps) {
  const t = useTexts(closingTexts);
  const words = useErrorWords();
  const [corpName, setName] = useState('');
  const [reason, setReason] = useState('');
  const acting = useOperatorAct(closePlatformCorp);
  const { remedies } = closing;
  const isReady = remedies.length === 0 && corpName.trim() === closing.corpName && reason.trim() !== '';
  return (
    <>
      {remedies.length > 0 && (
        <section className="mb-4">
          <h3 className="mt-0 mb-2 text-body font-semibold">{t.first}</h3>
          <ul className="m-0 pl-5 text-body">
            {remedies.map((remedy) => (
              <li key={remedy}>{remedy}</li>
            ))}
          </ul>
        </section>
      )}
      <ExportCommand corpId={corpId} />
      <h3 className="mt-0 mb-2 text-body font-semibold">{t.endsAtOnce}</h3>
      <Facts
        facts={[
          [t.members, closing.members],
          [t.applications, closing.applications],
          [t.webhooks, closing.webhooks],
          [t.links, closing.links],
          [t.automaticSeals, closing.automaticSeals],
          [t.certificates, closing.certificates],
        ]}
      />
      <h3 className="mt-0 mb-2 text-body font-semibold">{t.removedAfter(closing.days)}</h3>
      <Facts
        facts={[
          [t.templates, closing.templates],
          [t.seals, closing.seals],
          [t.contractsRemoved, closing.contractsRemoved],
          [t.contractsKept, closing.contractsKept],
        ]}
      />
      {remedies.length === 0 && (
        <>
          <p className="mt-0 mb-4 rounded-control bg-danger-tint px-3 py-2 text-small text-danger">
            {t.closeEffect}
          </p>
          <TextField
            label={t.name}
            hint={t.nameHint(closing.corpName)}
            value={corpName}
            onChange={setName}
            maxLength={100}
          />
          <TextField
            label={t.reason}
            hint={t.reasonHint}
            value={reason}
            onChange={setReason}
            maxLength={500}
          />
        </>
      )}
      <ErrorLine text={words(acting.error)} />
      <div className="flex flex-wrap gap-2">
        {remedies.length === 0 && (
          <Button
            look="dangerous"
            isDisabled={!isReady}
            busyLabel={acting.isPending ? t.saving : null}
            onPress={() => acting.mutate({ corpId, corpName, reason })}
          >
            {t.close}
          </Button>
        )}
        <Button look="quiet" isDisabled={acting.isPending} onPress={done}>
          {t.back}
        </Button>
      </div>
    </>
  );
}

/** Large files are written where the service runs, and not through a browser. */
function ExportCommand({ corpId }: Pick<Props, 'corpId'>) {
  const t = useTexts(closingTexts);
  const command = `npm run cinnabar -- corp export --corp ${corpId} --out enterprise-${corpId}.zip`;
  return (
    <section className="mb-6">
      <p className="mt-0 mb-2 text-body">{t.exportLead}</p>
      <code className="block rounded-control bg-n-100 px-3 py-2 text-small break-all">{command}</code>
    </section>
  );
}

function ReopenForm({ corpId, closing, done }: FormProps) {
  const t = useTexts(closingTexts);
  const words = useErrorWords();
  const [reason, setReason] = useState('');
  const acting = useOperatorAct(reopenPlatformCorp, done);
  const { state, closedAt, removeAfter, removedAt } = closing;
  const moments = [
    [t.closedAt, closedAt],
    [t.removeAfter, removedAt === null ? removeAfter : null],
    [t.removedAt, removedAt],
  ] as const;
  return (
    <>
      <Facts
        facts={[
          [t.state, t.states[state]],
          ...moments.flatMap(([name, time]) => (time === null ? [] : [[name, localMoment(time)] as const])),
        ]}
      />
      {state === 'closed' && (
        <>
          <ExportCommand corpId={corpId} />
          <p className="mt-0 mb-4 text-body">{t.reopenEffect}</p>
          <TextField
            label={t.reason}
            hint={t.reasonHint}
            value={reason}
            onChange={setReason}
            maxLength={500}
          />
        </>
      )}
      <ErrorLine text={words(acting.error)} />
      <div className="flex flex-wrap gap-2">
        {state === 'closed' && (
          <Button
            look="ink"
            isDisabled={reason.trim() === ''}
            busyLabel={acting.isPending ? t.saving : null}
            onPress={() => acting.mutate({ corpId, reason })}
          >
            {t.reopen}
          </Button>
        )}
        <Button look="quiet" isDisabled={acting.isPending} onPress={done}>
          {t.back}
        </Button>
      </div>
    </>
  );
}
