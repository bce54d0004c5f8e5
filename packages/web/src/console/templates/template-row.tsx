import { TemplateStatus } from '@cinnabar/api/enums.js';
import type { templateOverview } from '@cinnabar/api/operations/template-overview.js';
import type { templateList } from '@cinnabar/api/operations/templates.js';
import { Ellipsis } from 'lucide-react';
import type { DataOf } from '../../api/wire.js';
import { iconSize } from '../../shared/components/icons.js';
import { ownPicture } from '../../shared/document/own-picture.js';
import { useTexts } from '../../shared/text/language.js';
import { Choices } from '../shell/choices.js';
import { useConsole, useMayStart } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { count } from '../shell/format.js';
import { By } from './by.js';
import { choicesOf } from './template-choices.js';
import type { TemplateSheet } from './template-sheets.js';
import { TemplateState } from './template-state.js';
import { templatesTexts } from './templates-texts.js';
import type { Draft } from './unpublished.js';

export type Template = DataOf<typeof templateList>[number];
export type Use = DataOf<typeof templateOverview>[number];

const linkLook =
  'inline-flex min-h-11 items-center rounded-control border border-n-400 bg-n-0 px-3 text-small font-medium text-n-900 no-underline hover:bg-n-50';

interface Props {
  readonly template: Template;
  /** undefined while it is being loaded. */
  readonly use: Use | undefined;
  /** What has been changed and not published. */
  readonly draft: Draft | undefined;
  readonly isManaged: boolean;
  readonly open: (sheet: TemplateSheet) => void;
}

export function TemplateRow({ template, use, draft, isManaged, open }: Props) {
  const t = useTexts(templatesTexts);
  const { corpId } = useConsole();
  const mayStart = useMayStart();
  const { templateId, templateName } = template;
  const isEnabled = template.templateStatus === TemplateStatus.enabled;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-n-25 lg:flex-nowrap">
      <span className="flex h-18 w-13 shrink-0 items-center justify-center overflow-hidden rounded-marker bg-n-50 ring-1 ring-n-200">
        {use?.pictureUrl != null && (
          <img
            src={ownPicture(use.pictureUrl)}
            alt=""
            loading="lazy"
            className="size-full object-cover object-top"
          />
        )}
      </span>
      <span className="min-w-0 flex-1 max-sm:basis-56">
        <ConsoleLink
          href={consoleAddress('consoleTemplate', { corpId, templateId })}
          className="line-clamp-3 text-body font-semibold text-n-900 no-underline names before:absolute before:inset-0 hover:underline"
        >
          <bdi>{templateName}</bdi>
        </ConsoleLink>
        <span className="figures mt-1 flex flex-wrap items-center gap-x-3 text-small text-n-500">
          <TemplateState isEnabled={isEnabled} />
          {use !== undefined && (
            <>
              <bdi className="names">
                {use.participantList.map(({ participantFlag }) => participantFlag).join(t.comma)}
              </bdi>
              <span>{t.controls(use.componentNum)}</span>
            </>
          )}
        </span>
        <span className="figures block text-small text-n-500">
          {use !== undefined && `${t.version(use.version)} `}
          <By name={template.updateName} time={template.updateTime} />
          {use !== undefined && ` · ${t.recent(count(use.recentFlowNum, use.isFlowNumLimited))}`}
        </span>
        {draft != null && draft.by !== null && draft.time !== null && (
          <span className="figures block text-small text-warning names">
            {t.unpublished} <By name={draft.by} time={draft.time} />
          </span>
        )}
      </span>
      <span className="relative z-10 flex shrink-0 items-center gap-1">
        {draft !== undefined && (
          <ConsoleLink href={consoleAddress('consoleDesigner', { corpId, templateId })} className={linkLook}>
            {t.continue}
          </ConsoleLink>
        )}
        {isEnabled && mayStart && (
          <ConsoleLink
            href={consoleAddress('consoleNewContract', { corpId }, { way: 'template', template: templateId })}
            className={linkLook}
          >
            {t.start}
          </ConsoleLink>
        )}
        {isManaged && (
          <Choices
            label={t.moreOf(templateName)}
            icon={<Ellipsis {...iconSize} />}
            choices={choicesOf(template, t, corpId, open)}
          />
        )}
      </span>
    </li>
  );
}
