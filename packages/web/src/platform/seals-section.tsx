import { listSealsToReview, reviewSeal, type SealToReview } from '@cinnabar/api/pages/platform-seals.js';
import { ChevronLeft, ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '../api/wire.js';
import { Button, IconButton } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { Facts } from '../shared/components/facts.js';
import { iconSize, smallIcon } from '../shared/components/icons.js';
import { ReasonSheet } from '../shared/components/reason-sheet.js';
import { ownPicture } from '../shared/document/own-picture.js';
import { sealTexts } from '../shared/seals/seal-texts.js';
import { useTexts } from '../shared/text/language.js';
import { DecidedSeals } from './decided-seals.js';
import { Answered, NothingHere, useErrorWords } from './list-parts.js';
import { localMoment } from './local-moment.js';
import { useAsked, useOperatorAct } from './platform-context.js';
import { sealsTexts } from './seals-texts.js';
import { useRowKeys } from './use-row-keys.js';

type Seal = DataOf<typeof listSealsToReview>['seals'][number];

/** The queue of seals under review, then those that were decided. */
export default function SealsSection() {
  return (
    <>
      <Queue />
      <DecidedSeals />
    </>
  );
}

/** One seal under review after the other. */
function Queue() {
  const t = useTexts(sealsTexts);
  const asked = useAsked(listSealsToReview, {});
  const [wanted, setWanted] = useState(0);
  const seals = asked.data?.seals ?? [];
  // Whoever is decided leaves the queue, and the next one takes its place.
  const at = Math.max(0, Math.min(wanted, seals.length - 1));
  const seal = seals[at];
  const go = (step: number) => setWanted(Math.max(0, Math.min(at + step, seals.length - 1)));
  useRowKeys(go);
  return (
    <Answered asked={asked}>
      {({ totalCount }) =>
        seal === undefined ? (
          <NothingHere text={t.none} />
        ) : (
          <>
            <div className="figures mb-4 flex items-center text-small text-n-600">
              <span className="min-w-0 flex-1">{t.place(at + 1, totalCount)}</span>
              <IconButton label={t.previous} isDisabled={at === 0} onPress={() => go(-1)}>
                <ChevronLeft {...iconSize} />
              </IconButton>
              <IconButton label={t.next} isDisabled={at >= seals.length - 1} onPress={() => go(1)}>
                <ChevronRight {...iconSize} />
              </IconButton>
            </div>
            <SealCard key={seal.sealId} seal={seal} />
          </>
        )
      }
    </Answered>
  );
}

function SealCard({ seal }: { readonly seal: Seal }) {
  const t = useTexts(sealsTexts);
  const categories = useTexts(sealTexts);
  const words = useErrorWords();
  const [isRejecting, setRejecting] = useState(false);
  const reviewing = useOperatorAct(reviewSeal, () => setRejecting(false));
  const { corpId, sealId, originalUrl, hasSameName, isIdentified } = seal;
  const Icon = hasSameName ? CircleCheck : TriangleAlert;
  return (
    <>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <Picture caption={t.original} address={originalUrl} missing={t.noOriginal} />
        <Picture caption={t.processed} address={seal.pictureUrl} missing={t.noOriginal} />
      </div>
      <Facts
        facts={[
          [t.corpName, seal.corpName],
          [t.corpCode, seal.corpCode ?? t.noCode],
          [
            t.check,
            <span
              key="check"
              className={`inline-flex items-center gap-1 ${hasSameName ? 'text-success' : 'text-warning'}`}
            >
              <Icon {...smallIcon} className="shrink-0" />
              {hasSameName ? t.sameName : t.otherName}
            </span>,
          ],
          [t.identified, isIdentified ? t.isIdentified : t.notIdentified],
          [t.sealName, seal.sealName],
          [t.category, categories[seal.categoryType]],
          [t.size, t.millimetres(seal.width, seal.height)],
          [t.time, localMoment(seal.createTime)],
        ]}
      />
      <ErrorLine text={isRejecting ? null : words(reviewing.error)} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="ink"
          busyLabel={reviewing.isPending ? t.deciding : null}
          onPress={() => reviewing.mutate({ corpId, sealId, verdict: 'pass' })}
        >
          {t.pass}
        </Button>
        <Button look="danger" isDisabled={reviewing.isPending} onPress={() => setRejecting(true)}>
          {t.reject}
        </Button>
      </div>
      {isRejecting && (
        <ReasonSheet
          title={t.rejectTitle}
          consequence={t.rejectEffect}
          reasons={[t.reasonName, t.reasonBlurred, t.reasonOther, t.reasonCut]}
          act={t.reject}
          close={() => setRejecting(false)}
          run={(reason) => reviewing.mutateAsync({ corpId, sealId, verdict: 'reject', reason })}
        />
      )}
    </>
  );
}

interface PictureProps {
  readonly caption: string;
  readonly address: SealToReview['originalUrl'];
  readonly missing: string;
}

function Picture({ caption, address, missing }: PictureProps) {
  return (
    <figure className="m-0 border border-n-200 bg-n-0 p-3">
      <div className="flex h-56 items-center justify-center">
        {address === null ? (
          <p className="m-0 text-small text-n-600">{missing}</p>
        ) : (
          <img src={ownPicture(address)} alt={caption} className="max-h-full max-w-full object-contain" />
        )}
      </div>
      <figcaption className="mt-2 text-small text-n-600">{caption}</figcaption>
    </figure>
  );
}
