import { SealStatus } from '@cinnabar/api/enums.js';
import { ChevronRight, Plus, Stamp } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from '../shared/components/button.js';
import { DeskLayout } from '../shared/components/desk-layout.js';
import { iconSize, largeIcon } from '../shared/components/icons.js';
import { PageHeader } from '../shared/components/page-header.js';
import { RefusalPage } from '../shared/components/refusal-page.js';
import { useHeading } from '../shared/components/use-heading.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { addressWithin, goWithin } from '../shared/router/open-page.js';
import { usePageState } from '../shared/router/page-state.js';
import { DefaultBadge, SealState } from '../shared/seals/badges.js';
import { foundSeals, isSearchable, recentFirst } from '../shared/seals/found-seals.js';
import { noteSeal, recentSeals } from '../shared/seals/recent-seals.js';
import { useSealDoor } from '../shared/seals/seal-door.js';
import { SealSearch } from '../shared/seals/seal-search.js';
import { sealTexts } from '../shared/seals/seal-texts.js';
import { type Seal, useSeals } from '../shared/seals/use-seals.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';

interface Props {
  /** Announcement for screen readers. */
  readonly said: string;
  /** Another view of this page is opened. */
  readonly left: () => void;
}

export function SealList({ said, left }: Props) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  const { corpName } = useSealDoor();
  const seals = useSeals();
  const [{ category: kind = '', search = '' }, keep] = usePageState('seals');
  const [recent] = useState(recentSeals);
  const heading = useHeading(t.title);
  if (seals.error !== null && seals.data === undefined) {
    return <RefusalPage error={seals.error} retry={() => void seals.refetch()} />;
  }
  const newestFirst = [...(seals.data ?? [])].sort((left, right) => right.sealId - left.sealId);
  const hasMany = isSearchable(newestFirst);
  const all = hasMany ? recentFirst(newestFirst, recent) : newestFirst;
  const kinds = [...new Set(all.map(({ categoryType }) => categoryType))];
  const ofKind = kind === '' ? all : all.filter(({ categoryType }) => categoryType === kind);
  const words = hasMany ? search : '';
  const shown = foundSeals(ofKind, words, ({ sealName, sealCode }) => [sealName, sealCode]);
  const choose = (next: string) => keep({ category: next === '' ? undefined : next });
  const seek = (next: string) => keep({ search: next === '' ? undefined : next });
  const add = (
    <Button
      look="ink"
      small={all.length > 0}
      onPress={() => {
        left();
        goWithin('newSeal', {});
      }}
    >
      <Plus {...iconSize} />
      {all.length === 0 ? t.addSeal : t.add}
    </Button>
  );
  return (
    <DeskLayout
      isScrolled
      header={
        <PageHeader title={t.title} note={<bdi>{t.of(corpName)}</bdi>} back={null} headingRef={heading}>
          {all.length > 0 && add}
        </PageHeader>
      }
    >
      <div className="mx-auto w-full max-w-[1120px] px-4 py-4 lg:px-6 lg:py-6">
        {said !== '' && (
          <p
            aria-hidden
            className="m-0 mb-4 animate-fade rounded-control bg-success-tint px-4 py-3 text-body text-success names"
          >
            {said}
          </p>
        )}
        {hasMany && <SealSearch words={words} change={seek} />}
        {kinds.length > 1 && (
          <fieldset className="m-0 mb-4 flex flex-wrap gap-2 border-0 p-0">
            <legend className="sr-only">{t.filter}</legend>
            {['', ...kinds].map((each) => (
              <AriaButton
                key={each}
                aria-pressed={kind === each}
                onPress={() => choose(each)}
                className={`min-h-11 rounded-full border px-4 text-small font-medium select-none ${kind === each ? 'border-n-900 bg-n-900 text-n-0' : 'border-n-400 bg-n-0 text-n-700 hover:bg-n-50'}`}
              >
                {each === '' ? t.all : t[kinds.find((known) => known === each) ?? 'OTHER']}
              </AriaButton>
            ))}
          </fieldset>
        )}
        {seals.data === undefined ? (
          <CardSkeletons label={t.loading} />
        ) : shown.length === 0 ? (
          <div className="flex flex-col items-center px-4 py-20 text-center">
            <Stamp {...largeIcon} className="text-n-500" />
            <p className="mt-4 mb-6 text-body text-n-600">
              {all.length === 0 ? t.empty : words === '' ? t.noneOfKind : app.noSealFound(words)}
              {all.length === 0 && <span className="block">{t.emptyHint}</span>}
            </p>
            {all.length === 0 ? (
              add
            ) : (
              <Button onPress={() => keep({ category: undefined, search: undefined })}>{t.showAll}</Button>
            )}
          </div>
        ) : (
          <ul className="m-0 grid list-none grid-cols-1 gap-3 p-0 sm:grid-cols-2 lg:grid-cols-3 lg:gap-4">
            {shown.map((seal) => (
              <li key={seal.sealId}>
                <SealCard seal={seal} isRecent={hasMany && recent.includes(seal.sealId)} left={left} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </DeskLayout>
  );
}

interface CardProps {
  readonly seal: Seal;
  readonly isRecent: boolean;
  readonly left: () => void;
}

function SealCard({ seal, isRecent, left }: CardProps) {
  const t = useTexts(sealTexts);
  const app = useTexts(commonTexts);
  return (
    <a
      href={addressWithin('seal', seal)}
      onClick={(event) => {
        // With a modifier key, the browser opens another window.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        noteSeal(seal.sealId);
        left();
        goWithin('seal', seal);
      }}
      className="flex h-full min-h-28 items-center gap-4 rounded-card bg-n-0 p-4 text-n-900 no-underline shadow-paper hover:shadow-menu"
    >
      <span className="flex size-20 shrink-0 items-center justify-center">
        <img
          src={ownPicture(seal.sealImageUrl)}
          alt=""
          className={`max-h-full max-w-full object-contain ${seal.status === SealStatus.enabled ? '' : 'opacity-45'}`}
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-start gap-2">
          <span className="text-body leading-6 font-semibold names">
            <bdi>{seal.sealName}</bdi>
          </span>
          {seal.defaultFlag === 1 && <DefaultBadge />}
        </span>
        <span className="figures mt-1 block text-small text-n-500">
          {t[seal.categoryType]} · {t.size(seal.sealWidth, seal.sealHeight)}
          {isRecent && ` · ${app.recentlyUsed}`}
        </span>
        <span className="figures mt-1 flex flex-wrap items-center gap-x-3 text-small text-n-500">
          <SealState status={seal.status} />
          {t.authorised(seal.authorNum)}
        </span>
      </span>
      <ChevronRight {...iconSize} className="shrink-0 text-n-400" />
    </a>
  );
}

function CardSkeletons({ label }: { readonly label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="grid animate-[fade_200ms_400ms_both] grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 lg:gap-4"
    >
      {['one', 'two', 'three'].map((each) => (
        <div key={each} className="h-28 rounded-card bg-n-100" />
      ))}
    </div>
  );
}
