import { batchColumns } from '@cinnabar/api/batch-columns.js';
import { templateInfo } from '@cinnabar/api/operations/templates.js';
import { useMemo } from 'react';
import { useHeading } from '../../shared/components/use-heading.js';
import { useWide } from '../../shared/components/use-wide.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { TemplateChoice } from '../new-contract/template-choice.js';
import { useAsk, useConsole } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { StepList } from '../shell/step-list.js';
import type { BatchTemplate } from './batch-template.js';
import { batchTexts } from './batch-texts.js';
import { CheckStep } from './check-step.js';
import { OnPhone } from './on-phone.js';
import { SendStep } from './send-step.js';
import { TableStep } from './table-step.js';
import { useKeptBatch } from './use-kept-batch.js';

/** Template, table, check, send; the table and the plan are kept in this browser. */
export default function BatchScreen() {
  const t = useTexts(batchTexts);
  const { corpId } = useConsole();
  const isWide = useWide();
  const [{ template, step: wanted = 2 }] = usePageState('consoleBatch');
  const step = template === undefined ? 1 : wanted;
  const heading = useHeading(t.title, step);
  return (
    <div
      className={`mx-auto w-full px-4 py-4 lg:py-6 ${step === 3 ? 'max-w-[1440px] lg:px-6' : 'max-w-[752px]'}`}
    >
      <h1 ref={heading} tabIndex={-1} className="m-0 mb-4 text-page font-semibold">
        {t.title}
      </h1>
      <StepList label={t.steps} steps={[t.stepTemplate, t.stepTable, t.stepCheck, t.stepSend]} step={step} />
      {!isWide && <OnPhone />}
      {template === undefined ? (
        <TemplateChoice
          hrefOf={(chosen) => consoleAddress('consoleBatch', { corpId }, { template: chosen })}
        />
      ) : (
        <WithTemplate key={template} templateId={template} />
      )}
    </div>
  );
}

function WithTemplate({ templateId }: { readonly templateId: number }) {
  const t = useTexts(batchTexts);
  const template = useAsk(templateInfo, { templateId, templateType: '2' });
  if (template.data !== undefined) return <Steps template={template.data} />;
  if (template.error !== null) {
    return <Failed error={template.error} retry={() => void template.refetch()} what={t.stepTemplate} />;
  }
  return <RowsSkeleton rows={4} />;
}

function Steps({ template }: { readonly template: BatchTemplate }) {
  const t = useTexts(batchTexts);
  const [{ step = 2, draft }] = usePageState('consoleBatch');
  const columns = useMemo(() => batchColumns(template), [template]);
  const handle = useKeptBatch(template.templateId, draft);
  if (handle.state === 'reading') return <RowsSkeleton rows={4} />;
  const { batch } = handle;
  // Whatever the address says: a table that has a plan is not planned again.
  if (batch !== null && batch.calls !== null) {
    return <SendStep templateId={template.templateId} batch={batch} handle={handle} />;
  }
  if (step === 2 || batch === null) {
    return (
      <>
        {step > 2 && <p className="text-small text-warning">{t.gone}</p>}
        <TableStep template={template} columns={columns} handle={handle} />
      </>
    );
  }
  return <CheckStep columns={columns} batch={batch} handle={handle} />;
}
