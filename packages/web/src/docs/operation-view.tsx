import type { Area } from '@cinnabar/api/operation.js';
import type { Json } from '@cinnabar/api/schema.js';
import { useState } from 'react';
import { useHeading } from '../shared/components/use-heading.js';
import { isSandbox } from '../shared/state/sandbox.js';
import { useTexts } from '../shared/text/language.js';
import { AnswerFields } from './answer-fields.js';
import { CodeBlock } from './code-block.js';
import type { Directory, OperationContent } from './content.js';
import { DocsLink } from './docs-link.js';
import { docsTexts } from './docs-texts.js';
import { ErrorList } from './error-list.js';
import { FieldList } from './field-list.js';
import { operationTexts } from './operation-texts.js';
import { useArea } from './parts.js';
import { areaHref, operationHref } from './place.js';
import { RequestFields } from './request-fields.js';
import { SamplePanel } from './sample-panel.js';
import { SectionHeading } from './section-heading.js';
import { StepLinks } from './step-links.js';
import { TryPanel } from './try-panel.js';
import { useArrival } from './use-arrival.js';
import { WhoMayCall } from './who-may-call.js';

interface Props {
  readonly area: Area;
  readonly name: string;
  readonly directory: Directory;
}

/** An operation: fields and codes on the left, samples and the form to try it on the right. */
export function OperationView({ area, name, directory }: Props) {
  const { title, operations } = useArea(area);
  const operation = operations.find((each) => each.name === name);
  if (operation === undefined) throw new RangeError(`no operation ${name}`);
  return <Operation operation={operation} areaTitle={title} directory={directory} />;
}

interface OperationProps {
  readonly operation: OperationContent;
  readonly areaTitle: string;
  readonly directory: Directory;
}

function Operation({ operation, areaTitle, directory }: OperationProps) {
  const docs = useTexts(docsTexts);
  const t = useTexts(operationTexts);
  const { area, name, title, path } = operation;
  const href = operationHref(area, name);
  const heading = useHeading(docs.title(title));
  const [sent, setSent] = useState<Json>(operation.sent);
  useArrival(href);
  return (
    <main className="mx-auto w-full max-w-[52rem] px-4 pt-6 pb-24 lg:px-10 lg:pt-10 min-[1280px]:grid min-[1280px]:max-w-[92rem] min-[1280px]:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] min-[1280px]:grid-rows-[auto_1fr] min-[1280px]:gap-x-12 print:block print:max-w-none print:p-0">
      <div className="min-w-0 min-[1280px]:col-start-1">
        <p className="m-0 mb-1 text-small text-n-500">
          <DocsLink href={areaHref(area)} className="hover:text-n-900 hover:underline">
            {areaTitle}
          </DocsLink>
        </p>
        <h1 ref={heading} tabIndex={-1} className="m-0 mb-2 text-page font-semibold">
          {title}
        </h1>
        <p className="m-0 mb-6 font-mono text-desk text-n-700 names">
          <span className="mr-2 font-semibold text-success">POST</span>
          {path}
        </p>
        <WhoMayCall operation={operation} />
      </div>
      <div className="mt-6 min-w-0 min-[1280px]:col-start-2 min-[1280px]:row-span-2 min-[1280px]:row-start-1 min-[1280px]:mt-0 print:mt-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 min-[1280px]:sticky min-[1280px]:top-10 min-[1280px]:max-h-[calc(100dvh-9rem)] min-[1280px]:overflow-y-auto print:static print:max-h-none print:overflow-visible">
          <SamplePanel operation={operation} sent={sent} />
          {operation.answered !== null && (
            <CodeBlock
              title={t.recorded}
              label={t.recorded}
              code={JSON.stringify(operation.answered, null, 2)}
              language="json"
              height="short"
            />
          )}
          <TryPanel operation={operation} onChange={setSent} isSandbox={isSandbox} />
        </div>
      </div>
      <div className="min-w-0 min-[1280px]:col-start-1">
        <SectionHeading id="headers" level={2}>
          {t.headers}
        </SectionHeading>
        <FieldList fields={operation.headers} at="headers" marks="required" />
        <RequestFields operation={operation} />
        <AnswerFields operation={operation} />
        <SectionHeading id="codes" level={2}>
          {t.errors}
        </SectionHeading>
        <ErrorList codes={operation.codes} />
        <StepLinks href={href} directory={directory} />
      </div>
    </main>
  );
}
