import { SealStatus } from '@cinnabar/api/enums.js';
import { sealDelete, updDefault } from '@cinnabar/api/operations/seals.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { afterClosing } from '../components/after-closing.js';
import { Button } from '../components/button.js';
import { ErrorLine } from '../components/error-line.js';
import { Facts } from '../components/facts.js';
import { RefusalPage } from '../components/refusal-page.js';
import { refusalWords } from '../components/refusal-words.js';
import { Sheet } from '../components/sheet.js';
import { PageSkeleton } from '../components/skeleton.js';
import { StatePage } from '../components/state-page.js';
import { useHeading } from '../components/use-heading.js';
import { ownPicture } from '../document/own-picture.js';
import { momentInFigures, momentInFull } from '../format/dates.js';
import { commonTexts } from '../text/common-texts.js';
import { useTexts } from '../text/language.js';
import { Authorisations } from './authorisations.js';
import { DefaultBadge, SealState } from './badges.js';
import { RenameSheet } from './rename-sheet.js';
import { ResumeButton } from './resume-button.js';
import { useSealDoor } from './seal-door.js';
import { sealTexts } from './seal-texts.js';
import { StopSheet } from './stop-sheet.js';
import { stopTexts } from './stop-texts.js';
import { type Seal, useSeals, useSealsChanged } from './use-seals.js';

interface Props {
  readonly sealId: number;
  readonly leave: (said?: string) => void;
  readonly say: (words: string) => void;
}

export function SealDetail({ sealId, leave, say }: Props) {
  const t = useTexts(sealTexts);
  const seals = useSeals();
  if (seals.data === undefined) {
    if (seals.error === null) return <PageSkeleton />;
    return <RefusalPage error={seals.error} retry={() => void seals.refetch()} />;
  }
  const seal = seals.data.find((each) => each.sealId === sealId);
  if (seal === undefined) {
    return (
      <StatePage
        icon="ended"
        title={t.gone}
        text={t.goneText}
        action={{ label: t.toList, run: () => leave() }}
      />
    );
  }
  return <Detail seal={seal} leave={leave} say={say} />;
}

interface DetailProps extends Omit<Props, 'sealId'> {
  readonly seal: Seal;
}

function Detail({ seal, leave, say }: DetailProps) {
  const t = useTexts(sealTexts);
  const stop = useTexts(stopTexts);
  const app = useTexts(commonTexts);
  const door = useSealDoor();
  const changed = useSealsChanged();
  const [sheet, setSheet] = useState<'rename' | 'delete' | 'stop' | null>(null);
  const { sealId } = seal;
  const heading = useHeading(seal.sealName);
  const preferring = useMutation({
    mutationFn: () => door.call(updDefault, { sealId }),
    async onSuccess() {
      await changed();
      say(t.madeDefault);
    },
  });
  const deleting = useMutation({
    mutationFn: () => door.call(sealDelete, { sealId }),
    onSuccess: () =>
      afterClosing(
        () => setSheet(null),
        () => {
          leave(t.deleted(seal.sealName));
          void changed();
        },
      ),
  });
  const why = reasonOf(seal, t);
  const notice = { 1: null, 2: t.state2, 3: `${t.state3}${why}`, 4: stopNotice(seal, t) }[seal.status];
  const isUsable = seal.status === SealStatus.enabled;
  const facts = [
    [t.category, t[seal.categoryType]],
    [t.madeBy, t[`source_${seal.source}`]],
    [t.code, seal.sealCode],
    [t.time, momentInFull(seal.createTime)],
  ] as const;
  return (
    <door.Frame
      title={seal.sealName}
      note={seal.corpName}
      back={{ label: t.back, run: () => leave() }}
      headingRef={heading}
      over={
        <>
          {sheet === 'rename' && (
            <RenameSheet
              seal={seal}
              close={() => setSheet(null)}
              renamed={async () => {
                await changed();
                setSheet(null);
                say(t.renamed);
              }}
            />
          )}
          {sheet === 'stop' && (
            <StopSheet
              seal={seal}
              close={() => setSheet(null)}
              stopped={async () => {
                await changed();
                setSheet(null);
                say(stop.stopped(seal.sealName));
              }}
            />
          )}
          <Sheet
            title={t.deleteTitle}
            isOpen={sheet === 'delete'}
            close={() => setSheet(null)}
            isHeld={deleting.isPending}
            footer={
              <div className="grid grid-cols-2 gap-2">
                <Button wide onPress={() => setSheet(null)} isDisabled={deleting.isPending}>
                  {t.keep}
                </Button>
                <Button
                  look="dangerous"
                  wide
                  busyLabel={deleting.isPending ? t.deleting : null}
                  onPress={() => deleting.mutate()}
                >
                  {t.delete}
                </Button>
              </div>
            }
          >
            <p className="mt-0 mb-2 text-body text-n-700 names">{t.deleteText(seal.sealName)}</p>
            <ErrorLine text={refusalWords(deleting.error, app.offlineText)?.words ?? null} />
          </Sheet>
        </>
      }
    >
      <div className="mx-auto grid w-full max-w-[1120px] grid-cols-1 gap-4 px-4 py-4 lg:grid-cols-[360px_minmax(0,1fr)] lg:items-start lg:gap-6 lg:px-6 lg:py-6">
        <section className="rounded-card bg-n-0 p-4 shadow-paper lg:p-6">
          <div className="flex h-48 items-center justify-center lg:h-56">
            <img
              src={ownPicture(seal.sealImageUrl)}
              alt={seal.sealName}
              className={`object-contain ${isUsable ? '' : 'opacity-45'}`}
              style={{ width: `${seal.sealWidth}mm`, height: `${seal.sealHeight}mm` }}
            />
          </div>
          <div className="mb-4 flex flex-wrap items-center justify-center gap-3">
            <SealState status={seal.status} />
            {seal.defaultFlag === 1 && <DefaultBadge />}
            <span className="figures text-small text-n-500">
              {t.trueSize(seal.sealWidth, seal.sealHeight)}
            </span>
          </div>
          {notice !== null && (
            <p className="m-0 mb-4 rounded-control bg-warning-tint px-3 py-2 text-small text-warning">
              {notice}
            </p>
          )}
          <Facts facts={facts} />
          <ErrorLine text={refusalWords(preferring.error, app.offlineText)?.words ?? null} />
          <div className="flex flex-col gap-2">
            {seal.stop?.byPlatform === false && <ResumeButton seal={seal} say={say} />}
            {isUsable && (
              <Button wide onPress={() => setSheet('stop')}>
                {stop.stop}
              </Button>
            )}
            {isUsable && seal.defaultFlag === 0 && (
              <Button
                wide
                busyLabel={preferring.isPending ? t.makingDefault : null}
                onPress={() => preferring.mutate()}
              >
                {t.useDefault}
              </Button>
            )}
            <div className="grid grid-cols-2 gap-2">
              <Button wide onPress={() => setSheet('rename')}>
                {t.rename}
              </Button>
              <Button wide look="danger" onPress={() => setSheet('delete')}>
                {t.delete}
              </Button>
            </div>
          </div>
        </section>
        <Authorisations seal={seal} say={say} />
      </div>
    </door.Frame>
  );
}

/** Why the platform has rejected or suspended it, and when, if it has said so. */
function reasonOf({ stop }: Pick<Seal, 'stop'>, t: (typeof sealTexts)['zh']): string {
  if (stop === null || !stop.byPlatform || stop.reason === null) return '';
  return t.platformSays(stop.reason, stop.time === null ? '' : momentInFigures(stop.time));
}

function stopNotice({ stop }: Seal, t: (typeof sealTexts)['zh']): string {
  if (stop === null || stop.byPlatform) return `${t.stoppedByPlatform}${reasonOf({ stop }, t)}`;
  return t.stoppedByUs(stop.reason ?? '', stop.time === null ? '' : momentInFigures(stop.time));
}
