import { FileUp, LayoutTemplate, type LucideIcon, Table2 } from 'lucide-react';
import { largeIcon } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import DraftList from '../drafts/draft-list.js';
import { useConsole, useMayStart } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { Denied, RowsSkeleton } from '../shell/states.js';
import { newTexts } from './new-texts.js';
import { TemplateChoice } from './template-choice.js';
import { WithDraft } from './with-draft.js';

const FromFile = onDemand(() => import('./from-file.js'), <RowsSkeleton />);
const FromTemplate = onDemand(() => import('./from-template.js'), <RowsSkeleton />);

/** From a file or from a template; each step has its address. */
export default function NewContractScreen() {
  const t = useTexts(newTexts);
  const { corpId } = useConsole();
  const mayStart = useMayStart();
  const [{ way, template, step = 1 }] = usePageState('consoleNewContract');
  const heading = useHeading(t.title, `${way} ${template} ${step}`);
  if (!mayStart) return <Denied act={t.start} />;
  return (
    <div className="mx-auto w-full max-w-[752px] px-4 py-4 lg:py-6">
      <h1 ref={heading} tabIndex={-1} className="m-0 mb-4 text-page font-semibold">
        {t.title}
      </h1>
      {way === 'file' ? (
        <WithDraft templateId={null}>{(handle) => <FromFile handle={handle} />}</WithDraft>
      ) : way === 'template' ? (
        template === undefined ? (
          <TemplateChoice
            hrefOf={(chosen) =>
              consoleAddress('consoleNewContract', { corpId }, { way: 'template', template: chosen })
            }
          />
        ) : (
          <FromTemplate key={template} templateId={template} />
        )
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <Way
              href={consoleAddress('consoleNewContract', { corpId }, { way: 'template' })}
              icon={LayoutTemplate}
              name={t.wayTemplate}
              text={t.wayTemplateText}
            />
            <Way
              href={consoleAddress('consoleNewContract', { corpId }, { way: 'file' })}
              icon={FileUp}
              name={t.wayFile}
              text={t.wayFileText}
            />
            <Way
              href={consoleAddress('consoleBatch', { corpId })}
              icon={Table2}
              name={t.wayBatch}
              text={t.wayBatchText}
            />
          </div>
          <DraftList heading={t.goOn} />
        </>
      )}
    </div>
  );
}

interface WayProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly text: string;
}

function Way({ href, icon: Icon, name, text }: WayProps) {
  return (
    <ConsoleLink
      href={href}
      className="flex min-h-40 flex-col items-center justify-center gap-2 rounded-card bg-n-0 p-6 text-center text-n-900 no-underline shadow-paper hover:shadow-menu"
    >
      <Icon {...largeIcon} className="text-n-600" />
      <span className="text-title font-semibold">{name}</span>
      <span className="text-small text-n-500">{text}</span>
    </ConsoleLink>
  );
}
