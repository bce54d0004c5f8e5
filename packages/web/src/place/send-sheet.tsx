import { contractSend } from '@cinnabar/api/operations/flows.js';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Refused, Unanswered } from '../api/refused.js';
import { inReadingOrder } from '../canvas/geometry/reading-order.js';
import { partyLook } from '../canvas/party-look.js';
import { Button } from '../shared/components/button.js';
import { ErrorLine } from '../shared/components/error-line.js';
import { smallIcon } from '../shared/components/icons.js';
import { Sheet } from '../shared/components/sheet.js';
import { momentInFull } from '../shared/format/dates.js';
import { useLink } from '../shared/link/link-context.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { placeTexts } from './place-texts.js';
import { type Placed, sentFields, type View } from './placed.js';
import { areasOf, controlsOf, type Problem } from './problems.js';

interface Props {
  readonly view: View;
  readonly fields: readonly Placed[];
  readonly warnings: readonly Problem[];
  readonly close: () => void;
  /** Saves the areas if they are not saved yet. */
  readonly keepNow: () => Promise<void>;
  /** Queries the state of the flow; true if it is no longer a draft or awaits approval. */
  readonly hasLeft: () => Promise<boolean>;
  readonly sent: () => void;
  /** Called when the server refuses one of the fields. */
  readonly refused: (field: Placed, words: string) => void;
}

/** Shows the fee, the recipients and their tasks, then sends the contract, once. */
export function SendSheet({ view, fields, warnings, close, keepNow, hasLeft, sent, refused }: Props) {
  const t = useTexts(placeTexts);
  const app = useTexts(commonTexts);
  const link = useLink();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { cost, consent } = view;
  const sending = useMutation({
    async mutationFn() {
      // A draft that arrives after the contract has left would be refused.
      await keepNow();
      try {
        const components = sentFields(view.files, fields);
        await link.call(contractSend, { flowId: view.flowId, components }, { idempotencyKey });
      } catch (error) {
        // The outcome is queried before another attempt, so that nothing is sent twice.
        const isUnclear =
          error instanceof Unanswered || (error instanceof Refused && ['403', '410'].includes(error.code));
        if (!isUnclear || !(await hasLeft())) throw error;
      }
    },
    onSuccess: sent,
    onError(error) {
      const found = error instanceof Refused ? refusedField(error.message) : null;
      const field = found === null ? undefined : inReadingOrder(view.files, fields)[found.index];
      if (field !== undefined && found !== null) refused(field, found.words);
    },
  });
  // A flow that awaits approval is charged when it is sent.
  const isCharged = consent === 'none';
  const isShort = isCharged && cost.contracts > cost.contractBalance;
  const isCollectionShort = isCharged && cost.collections > cost.collectionBalance;
  const { error } = sending;
  const words =
    error === null
      ? null
      : error instanceof Refused
        ? error.reason === 'BALANCE_NOT_ENOUGH'
          ? t.noBalance
          : error.message
        : error instanceof Unanswered
          ? t.sendUnclear
          : app.offlineText;
  const pages = view.files.reduce((sum, file) => sum + file.pages.length, 0);
  const figures = (count: number) => count.toLocaleString('en-US');
  return (
    <Sheet
      title={t.sendTitle}
      isOpen
      close={close}
      isHeld={sending.isPending}
      footer={
        <>
          <ErrorLine text={isShort ? t.noBalance : isCollectionShort ? t.noCollectionBalance : words} />
          <Button
            look="binding"
            wide
            needsNetwork
            isDisabled={isShort || isCollectionShort}
            busyLabel={sending.isPending ? t.sending : null}
            onPress={() => sending.mutate()}
          >
            {consent === 'needed' ? t.askConsent : t.send}
          </Button>
        </>
      }
    >
      <p className="figures m-0 mb-3 rounded-control bg-n-50 px-3 py-2 text-body font-medium">
        {t.sendCost(cost.contracts, figures(cost.contractBalance))}
        {cost.collections > 0 && (
          <span className="block text-small font-normal text-n-600">
            {t.sendCollection(cost.collections, figures(cost.collectionBalance))}
          </span>
        )}
      </p>
      <p className="m-0 mb-1 text-body font-semibold names">
        <bdi>{view.title}</bdi>
      </p>
      <p className="figures m-0 mb-4 text-small text-n-500">
        {t.filesCount(view.files.length, pages)} · {t.deadline}{' '}
        {view.deadline === null ? t.deadlineDefault : momentInFull(view.deadline).slice(0, 16)}
      </p>
      <ol className="m-0 mb-4 list-none divide-y divide-n-200 border-y border-n-200 p-0">
        {view.placeParties.map((party, index) => {
          const look = partyLook(index);
          const areas = areasOf(view, fields, party.flag);
          const controls = controlsOf(view, fields, party.flag);
          return (
            <li key={party.flag} className="flex items-start gap-3 py-3">
              <span
                aria-hidden
                className={`mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-n-0 ${look.fill}`}
              >
                {look.letter}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-body leading-6 font-medium names">
                  <bdi>{party.name}</bdi>
                </span>
                <span className="figures block text-small text-n-500">
                  {[
                    ...(party.personName === '' ? [] : [party.personName]),
                    ...(party.signs ? [t.order(party.signOrder)] : []),
                    ...(party.signs ? [areas === 0 ? t.areasFree : t.areasCount(areas)] : []),
                    ...(party.fills && controls > 0 ? [t.controlsCount(controls)] : []),
                  ].join(' · ')}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      {warnings.length > 0 && (
        <ul className="m-0 mb-4 list-none rounded-control bg-warning-tint px-3 py-2">
          {warnings.map((warning) => (
            <li key={warning.id} className="flex items-start gap-2 py-0.5 text-small text-warning">
              <TriangleAlert {...smallIcon} className="mt-0.5 shrink-0" />
              <span className="names">{warning.words}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="m-0 text-small text-n-600">
        {consent === 'needed' ? t.consentNeeded : ''}
        {t.sendText}
      </p>
    </Sheet>
  );
}

/** Finds the refused field in `components[3].value：…` by its index in the request. */
function refusedField(message: string): { readonly index: number; readonly words: string } | null {
  const [, index, words] = /components\[(\d+)\](?:\.[\w.]+)?(?:：|: )(.+)$/s.exec(message) ?? [];
  return index === undefined || words === undefined ? null : { index: Number(index), words };
}
