import { PartyType, SetMode, TemplateStatus } from '@cinnabar/api/enums.js';
import { templateOverview } from '@cinnabar/api/operations/template-overview.js';
import { templateComponentInfoList, templateInfo } from '@cinnabar/api/operations/templates.js';
import { ArrowLeft, Ellipsis } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Refused } from '../../api/refused.js';
import type { DataOf } from '../../api/wire.js';
import { iconSize } from '../../shared/components/icons.js';
import { onDemand } from '../../shared/components/on-demand.js';
import { useHeading } from '../../shared/components/use-heading.js';
import type { DocumentHandle } from '../../shared/document/document-handle.js';
import { DocumentView } from '../../shared/document/document-view.js';
import type { DocumentFile, PagePlace } from '../../shared/document/layout.js';
import { ownPicture } from '../../shared/document/own-picture.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useTexts } from '../../shared/text/language.js';
import { edgeOf, letterOf } from '../contract/party-letter.js';
import { Choices } from '../shell/choices.js';
import { useAsk, useConsole, useMayStart, useRight } from '../shell/console-context.js';
import { ConsoleLink, consoleAddress } from '../shell/console-link.js';
import { count } from '../shell/format.js';
import { Empty, Failed, RowsSkeleton } from '../shell/states.js';
import { TabBar } from '../shell/tab-bar.js';
import { By } from './by.js';
import { choicesOf } from './template-choices.js';
import type { TemplateSheet } from './template-sheets.js';
import { TemplateState } from './template-state.js';
import { templatesTexts } from './templates-texts.js';

const FieldsTab = onDemand(() => import('./fields-tab.js'), <RowsSkeleton rows={4} />);
const TemplateSheets = onDemand(() => import('./template-sheets.js'));
const VersionsTab = onDemand(() => import('./versions-tab.js'), <RowsSkeleton rows={4} />);

type Detail = DataOf<typeof templateInfo>;
type FileOfTemplate = DataOf<typeof templateComponentInfoList>[number];

type Tab = 'pages' | 'fields' | 'versions';
const tabs: readonly Tab[] = ['pages', 'fields', 'versions'];

/** A template: its pages with all controls, its parties, versions and use. */
export default function TemplateScreen({ templateId }: { readonly templateId: number }) {
  const t = useTexts(templatesTexts);
  const { corpId } = useConsole();
  const info = useAsk(templateInfo, { templateId, templateType: '1' });
  if (info.data !== undefined) return <Shown detail={info.data} />;
  if (info.error instanceof Refused && info.error.code !== '403' && info.error.code !== '500') {
    return (
      <Empty text={t.missing}>
        <ConsoleLink
          href={consoleAddress('consoleTemplates', { corpId })}
          className="inline-flex min-h-11 items-center rounded-control border border-n-400 px-4 text-small text-n-900 no-underline hover:bg-n-50"
        >
          {t.back}
        </ConsoleLink>
      </Empty>
    );
  }
  if (info.error !== null) {
    return <Failed error={info.error} retry={() => void info.refetch()} what={t.what} />;
  }
  return <RowsSkeleton />;
}

const linkLook = 'inline-flex min-h-11 items-center rounded-control px-4 text-small font-medium no-underline';

function Shown({ detail }: { readonly detail: Detail }) {
  const t = useTexts(templatesTexts);
  const { corpId } = useConsole();
  const mayStart = useMayStart();
  const managesTemplates = useRight('manageTemplates');
  const heading = useHeading(detail.templateName);
  const [{ tab = 'pages' }, keep] = usePageState('consoleTemplate');
  const [sheet, setSheet] = useState<TemplateSheet | null>(null);
  const { templateId } = detail;
  const files = useAsk(templateComponentInfoList, { templateId });
  const overview = useAsk(templateOverview, { templateIds: [templateId] });
  const [use] = overview.data ?? [];
  const isEnabled = detail.templateStatus === TemplateStatus.enabled;
  return (
    <div className="flex min-h-full flex-col lg:h-full">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-n-200 bg-n-0 px-2 py-2 lg:px-4">
        <ConsoleLink
          href={consoleAddress('consoleTemplates', { corpId })}
          label={t.back}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-n-700 hover:bg-n-100"
        >
          <ArrowLeft {...iconSize} />
        </ConsoleLink>
        <div className="min-w-0 flex-1 basis-60">
          <h1 ref={heading} tabIndex={-1} className="m-0 text-title font-semibold names">
            <bdi>{detail.templateName}</bdi>
          </h1>
          <p className="figures m-0 flex flex-wrap items-center gap-x-3 text-small text-n-500">
            {detail.templateCode}
            <TemplateState isEnabled={isEnabled} />
          </p>
        </div>
        {isEnabled && mayStart && (
          <ConsoleLink
            href={consoleAddress('consoleNewContract', { corpId }, { way: 'template', template: templateId })}
            className={`${linkLook} bg-n-900 text-n-0 hover:bg-n-800`}
          >
            {t.start}
          </ConsoleLink>
        )}
        {managesTemplates && (
          <ConsoleLink
            href={consoleAddress('consoleDesigner', { corpId, templateId })}
            className={`${linkLook} ${isEnabled ? 'border border-n-400 bg-n-0 text-n-900 hover:bg-n-50' : 'bg-n-900 text-n-0 hover:bg-n-800'}`}
          >
            {t.design}
          </ConsoleLink>
        )}
        {managesTemplates && (
          <Choices
            label={t.more}
            icon={<Ellipsis {...iconSize} />}
            choices={choicesOf(detail, t, corpId, setSheet).filter(({ id }) => id !== 'design')}
          />
        )}
      </header>
      <div className="flex flex-col lg:min-h-0 lg:flex-1 lg:flex-row">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="shrink-0 border-b border-n-200 bg-n-0">
            <TabBar
              label={t.tabs}
              tabs={tabs.map((each) => ({
                value: each,
                words: each === 'fields' ? t.counted(t.fields, detail.componentList.length) : t[each],
              }))}
              value={tab}
              onChange={(next) => keep({ tab: next === 'pages' ? undefined : next })}
            />
          </div>
          <section
            aria-label={t[tab]}
            tabIndex={tab === 'pages' ? undefined : 0}
            className={`lg:min-h-0 lg:flex-1 outline-offset-[-2px] ${tab === 'pages' ? 'relative h-[70dvh] lg:h-auto' : 'lg:overflow-y-auto'}`}
          >
            {tab === 'pages' &&
              (files.data === undefined ? <RowsSkeleton rows={4} /> : <Pages files={files.data} />)}
            {tab === 'fields' && <FieldsTab detail={detail} />}
            {tab === 'versions' && <VersionsTab templateId={templateId} />}
          </section>
        </div>
        <aside className="shrink-0 space-y-8 border-n-200 bg-n-0 p-4 lg:w-80 lg:overflow-y-auto lg:border-l lg:p-6">
          <Parties detail={detail} />
          <section aria-label={t.facts}>
            <h2 className="mt-0 mb-3 text-desk font-semibold">{t.facts}</h2>
            <Facts
              facts={[
                [t.changed, <By key="changed" name={detail.updateName} time={detail.updateTime} />],
                [t.created, <By key="created" name={detail.createName} time={detail.createTime} />],
                [t.secrecy, detail.encryptFlag === 1 ? t.encrypted : '—'],
                [t.useOf, use === undefined ? '…' : t.recent(count(use.recentFlowNum, use.isFlowNumLimited))],
                [t.openOf, use === undefined ? '…' : t.flows(count(use.openFlowNum, use.isFlowNumLimited))],
              ]}
            />
          </section>
          {use !== undefined && use.sealAuthors.length > 0 && (
            <section aria-label={t.authors}>
              <h2 className="mt-0 mb-3 text-desk font-semibold">{t.authors}</h2>
              <ul className="m-0 list-none space-y-1 p-0 text-small text-n-700">
                {use.sealAuthors.map(({ sealId, sealName, userName }) => (
                  <li key={`${sealId} ${userName}`} className="names">
                    <bdi>{t.author(sealName, userName)}</bdi>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
      {sheet !== null && <TemplateSheets sheet={sheet} close={() => setSheet(null)} />}
    </div>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="m-0 space-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-3 text-small">
          <dt className="w-20 shrink-0 text-n-500">{name}</dt>
          <dd className="figures m-0 min-w-0 flex-1 text-n-900 names">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Parties({ detail }: { readonly detail: Detail }) {
  const t = useTexts(templatesTexts);
  return (
    <section aria-label={t.parties}>
      <h2 className="mt-0 mb-3 text-desk font-semibold">{t.parties}</h2>
      <ol className="m-0 list-none space-y-3 p-0">
        {detail.participantList.map((party, index) => (
          <li key={party.participantId} className="flex items-start gap-3">
            <span
              aria-hidden
              className={`flex size-6 shrink-0 items-center justify-center rounded-full border-2 text-caption font-semibold ${edgeOf(index)}`}
            >
              {letterOf(index)}
            </span>
            <span className="min-w-0 flex-1">
              <bdi className="block text-desk font-medium names">{party.participantFlag}</bdi>
              <span className="figures block text-small text-n-500">
                {[
                  party.participantType === PartyType.enterprise ? t.enterprise : t.person,
                  ...(party.participateBizType.includes('1') ? [t.fillsAt(party.draftSort)] : []),
                  ...(party.participateBizType.includes('2') ? [t.signsAt(party.signOrder)] : []),
                ].join(' · ')}
              </span>
              {party.psnName !== null && party.participantSetMode === SetMode.fixed && (
                <bdi className="block text-small text-n-500 names">{party.psnName}</bdi>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Pages({ files }: { readonly files: readonly FileOfTemplate[] }) {
  const handle = useRef<DocumentHandle | null>(null);
  const shown = useMemo(
    () =>
      files.map(
        ({ fileId, fileName, jpgUrlList, width, height }): DocumentFile => ({
          ...{ fileId, fileName, version: '' },
          pages: jpgUrlList.map(() => ({ width, height })),
        }),
      ),
    [files],
  );
  const fileOf = (fileId: number) => files.find((file) => file.fileId === fileId);
  return (
    <DocumentView
      files={shown}
      pictureOf={(file, page) => ownPicture(fileOf(file.fileId)?.jpgUrlList[page - 1] ?? '')}
      over={(place, scale) => <Controls file={fileOf(place.fileId)} place={place} scale={scale} />}
      handle={handle}
    />
  );
}

/** In px: narrower controls have no room for their names, which the list of fields shows. */
const MIN_NAMED = 64;

interface ControlsProps {
  readonly file: FileOfTemplate | undefined;
  readonly place: PagePlace;
  readonly scale: number;
}

function Controls({ file, place, scale }: ControlsProps) {
  if (file === undefined) return null;
  return file.componentList
    .filter(({ pageNum }) => pageNum === place.page)
    .map((control) => {
      const index = file.participantList.findIndex(
        ({ participantId }) => participantId === control.participantId,
      );
      return (
        <span
          key={control.componentId}
          className={`pointer-events-none absolute flex items-start gap-1 overflow-hidden rounded-marker border-2 bg-n-0/70 px-1 text-caption font-medium ${edgeOf(index)}`}
          style={{
            left: control.positionX * scale,
            top: control.positionY * scale,
            width: control.specialAttribute.width * scale,
            height: control.specialAttribute.height * scale,
          }}
        >
          <span className="shrink-0">{letterOf(index)}</span>
          {control.specialAttribute.width * scale >= MIN_NAMED && (
            <bdi className="truncate">{control.componentName}</bdi>
          )}
        </span>
      );
    });
}
