import { directSignFlow, getDesignatedSignatureUrl } from '@cinnabar/api/operations/flow-start.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../api/refused.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { goToAddress, replaceAddress } from '../../shared/router/open-page.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useConsole } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { CheckStep } from './check-step.js';
import { flagOf, problemsOfParty, startFromFiles, whoOf } from './draft.js';
import { FilesStep } from './files-step.js';
import { goToStep } from './go-to-step.js';
import { newTexts } from './new-texts.js';
import { PartiesStep } from './parties-step.js';
import type { DraftHandle } from './use-draft.js';
import { Wizard } from './wizard.js';

/** The tab of drafts in the list of contracts. */
const UNSENT = 8;

/** Files, parties, then either sending at once or placing the areas first. */
export default function FromFile({ handle }: { readonly handle: DraftHandle }) {
  const t = useTexts(newTexts);
  const { corpId, door } = useConsole();
  const words = useWords();
  const isOnline = useOnline();
  const { draftKey, draft, change, discard, finish, settle, saving } = handle;
  const [state, keep] = usePageState('consoleNewContract');
  const firstProblem =
    draft.files.length === 0 ? t.filesMissing : draft.title.trim() === '' ? t.titleMissing : null;
  const [partyProblem] = draft.parties.flatMap((party, index) =>
    problemsOfParty(party).map((problem) =>
      t.ofParty(t.partyAt(flagOf(index), index), t[`${problem}Missing`]),
    ),
  );
  const isComplete = firstProblem === null && draft.parties.length > 0 && partyProblem === undefined;
  const step =
    firstProblem !== null ? 1 : Math.min(isComplete ? 3 : 2, Math.max(1, state.step ?? draft.step));
  const obstacle = step === 1 ? firstProblem : (partyProblem ?? null);
  const input = startFromFiles(draft);
  const trial = useQuery({
    queryKey: ['console', corpId, 'trial', input],
    queryFn: () => door.ask(directSignFlow, { ...input, dryRun: true }),
    enabled: step === 3,
  });
  const [key, setKey] = useState(() => crypto.randomUUID());
  // Without an answer, the contract may exist: the same key then does not send it twice.
  const renew = (error: Error) => {
    if (error instanceof Refused) setKey(crypto.randomUUID());
  };
  const sending = useMutation({
    mutationFn: async () => {
      await settle();
      return door.act(directSignFlow, { ...input, draftKey }, key);
    },
    onSuccess: async ({ flowId }) => {
      goToAddress(consoleAddress('consoleContract', { corpId, flowId }));
      await finish();
    },
    onError: renew,
  });
  const placing = useMutation({
    mutationFn: async () => {
      await settle();
      // Back to what awaits the sender, who is often the first to sign.
      const returnUrl = `${location.origin}${consoleAddress('console', { corpId })}`;
      const link = await door.act(getDesignatedSignatureUrl, { ...input, draftKey, returnUrl }, key);
      await finish();
      return door.ownLink(link);
    },
    onSuccess: (address) => {
      // The draft has become a contract that is not sent yet: Back leads to where it is listed.
      replaceAddress(consoleAddress('consoleContracts', { corpId }, { tab: UNSENT }));
      location.assign(address);
    },
    onError: renew,
  });
  const found = trial.data?.dryRun ?? undefined;
  const isBusy = sending.isPending || placing.isPending;
  const failed = sending.error ?? placing.error;
  const inOrder = [...draft.parties].sort((one, other) => one.step - other.step);
  const first = inOrder[0]?.step;
  return (
    <Wizard
      steps={[t.step1File, t.step2, t.step3]}
      step={step}
      go={(next) => {
        change((before) => ({ ...before, step: next }));
        goToStep(step, next);
      }}
      saving={saving}
      obstacle={obstacle}
      title={draft.title}
      discard={discard}
      leave={() => keep({ step: undefined, way: undefined, draft: undefined })}
      {...(step === 3
        ? {
            last: (
              <>
                <Button
                  look="binding"
                  isDisabled={!isOnline || found === undefined || found.problems.length > 0 || isBusy}
                  busyLabel={sending.isPending ? t.sending : null}
                  onPress={() => sending.mutate()}
                >
                  {t.send}
                </Button>
                <Button
                  isDisabled={!isOnline || isBusy}
                  busyLabel={placing.isPending ? t.placing : null}
                  onPress={() => placing.mutate()}
                >
                  {t.place}
                </Button>
              </>
            ),
          }
        : {})}
    >
      {step === 1 && <FilesStep draft={draft} change={change} />}
      {step === 2 && <PartiesStep draft={draft} change={change} />}
      {step === 3 && (
        <>
          <CheckStep
            draft={draft}
            change={change}
            trial={found}
            error={trial.error}
            retry={() => void trial.refetch()}
            parties={inOrder.map((party) => [t.step(party.step), whoOf(party)] as const)}
            told={t.toldOf(inOrder.filter((party) => party.step === first).map((party) => party.name))}
          />
          <p className="mt-3 mb-0 text-small text-n-500">{t.placeHint}</p>
          <ErrorLine text={failed === null ? null : words(failed)} />
        </>
      )}
    </Wizard>
  );
}
