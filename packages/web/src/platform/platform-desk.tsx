import { type EnteredPlatform, leavePlatform } from '@cinnabar/api/pages/platform.js';
import { type PlatformDuty, platformDuties } from '@cinnabar/api/platform-duties.js';
import { type ComponentType, useMemo } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { call } from '../api/call.js';
import { onDemand } from '../shared/components/on-demand.js';
import { useHeading } from '../shared/components/use-heading.js';
import { usePageState } from '../shared/router/page-state.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useLanguage, useTexts } from '../shared/text/language.js';
import { WaitingRows } from './list-parts.js';
import { PlatformProvider } from './platform-context.js';
import { platformTexts } from './platform-texts.js';

/** The sections in the order of the navigation; each is a separate chunk. */
const sections = {
  overview: onDemand(() => import('./overview-section.js'), <WaitingRows />),
  corps: onDemand(() => import('./corps-section.js'), <WaitingRows />),
  seals: onDemand(() => import('./seals-section.js'), <WaitingRows />),
  providers: onDemand(() => import('./providers-section.js'), <WaitingRows />),
  certificates: onDemand(() => import('./certificates-section.js'), <WaitingRows />),
  storage: onDemand(() => import('./storage-section.js'), <WaitingRows />),
  jobs: onDemand(() => import('./jobs-section.js'), <WaitingRows />),
  acts: onDemand(() => import('./acts-section.js'), <WaitingRows />),
} as const satisfies Readonly<Record<string, ComponentType>>;
type Section = keyof typeof sections;
const names: readonly Section[] = [
  'overview',
  'corps',
  'seals',
  'providers',
  'certificates',
  'storage',
  'jobs',
  'acts',
];

/** The duties of which one opens a section; the overview is open to every operator. */
const dutiesFor: Readonly<Record<Section, readonly PlatformDuty[]>> = {
  overview: platformDuties,
  corps: ['system', 'security'],
  seals: ['security'],
  providers: ['system'],
  certificates: ['security'],
  storage: ['system'],
  jobs: ['system'],
  acts: ['audit'],
};

interface Props {
  readonly entered: EnteredPlatform;
  readonly leave: (hasEnded: boolean) => void;
}

const headerButton =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center rounded-control px-2 text-small font-medium text-n-0 outline-n-0 hover:bg-n-700';

/** The frame of the platform's console: dark, so that nobody takes it for that of an enterprise. */
export default function PlatformDesk({ entered: { session, name, duties }, leave }: Props) {
  const t = useTexts(platformTexts);
  const common = useTexts(commonTexts);
  const { language, choose } = useLanguage();
  const [{ tab: given = 'overview' }, keep] = usePageState('platform');
  const open = names.filter((each) => dutiesFor[each].some((duty) => duties.includes(duty)));
  const tab = open.find((each) => each === given) ?? 'overview';
  const title = t.sections[tab];
  const heading = useHeading(title);
  const platform = useMemo(() => ({ session, duties, end: () => leave(true) }), [session, duties, leave]);
  const Section = sections[tab];
  // The session ends by itself where this request does not arrive.
  const logOut = () =>
    void call(leavePlatform, {}, { platformSession: session })
      .catch(() => undefined)
      .finally(() => leave(false));
  return (
    <PlatformProvider value={platform}>
      <div className="flex h-full flex-col">
        <header className="shrink-0 bg-n-900 text-n-0">
          <div className="flex min-h-14 items-center gap-1 px-4 lg:px-6">
            <p className="m-0 min-w-0 flex-1 text-body font-semibold">{t.platform}</p>
            <bdi className="max-w-32 truncate text-small sm:max-w-60" title={t.operator(name)}>
              {t.operator(name)}
            </bdi>
            <AriaButton
              aria-label={common.otherLanguageLabel}
              onPress={() => choose(language === 'zh' ? 'en' : 'zh')}
              className={headerButton}
            >
              <span lang={language === 'zh' ? 'en' : 'zh-CN'}>{common.otherLanguage}</span>
            </AriaButton>
            <AriaButton onPress={logOut} className={headerButton}>
              {t.leave}
            </AriaButton>
          </div>
          <nav aria-label={t.navigation}>
            <ul className="m-0 flex list-none overflow-x-auto p-0 px-2 [scrollbar-width:none] lg:px-4">
              {open.map((each) => (
                <li key={each} className="shrink-0">
                  <AriaButton
                    aria-current={each === tab}
                    onPress={() => keep({ tab: each, state: undefined, name: undefined, page: undefined })}
                    className={`min-h-11 min-w-11 border-b-2 px-2 text-desk whitespace-nowrap outline-n-0 outline-offset-[-2px] ${each === tab ? 'border-n-0 font-semibold text-n-0' : 'border-transparent text-n-300 hover:text-n-0'}`}
                  >
                    {t.sections[each]}
                  </AriaButton>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main className="min-h-0 flex-1 scroll-pb-24 overflow-y-auto">
          <div className="mx-auto w-full max-w-[1040px] px-4 pt-4 pb-24 lg:px-6">
            <h1 ref={heading} tabIndex={-1} className="m-0 mb-4 text-page font-semibold">
              {title}
            </h1>
            <Section />
          </div>
        </main>
      </div>
    </PlatformProvider>
  );
}
