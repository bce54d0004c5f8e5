import { startSignFlow } from '@cinnabar/api/operations/flow-start.js';
import { templateInfo } from '@cinnabar/api/operations/templates.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../api/refused.js';
import type { DataOf } from '../../api/wire.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { TextField } from '../../shared/components/text-field.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { usePageState } from '../../shared/router/page-state.js';
import { useOnline } from '../../shared/state/use-online.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { Failed, RowsSkeleton } from '../shell/states.js';
import { CheckStep } from './check-step.js';
import { type Draft, type DraftParty, problemsOfParty, startFromTemplate, whoOf } from './draft.js';
import { goToStep } from './go-to-step.js';
import { newTexts } from './new-texts.js';
import { OwnValues, ownControls, valuesOf } from './own-values.js';
import { PartyCard } from './party-card.js';
import { PartyFields } from './party-fields.js';
import type { DraftHandle } from './use-draft.js';
import { WithDraft } from './with-draft.js';
import { Wizard } from './wizard.js';

type Template = DataOf<typeof templateInfo>;

const NAMED_AT_START = 0;
const FIXED = 1;

export default function FromTemplate({ templateId }: { readonly templateId: number }) {
  const t = useTexts(newTexts);
  const template = useAsk(templateInfo, { templateId, templateType: '2' });
  const { data } = template;
  if (data !== undefined) {
    return (
      <WithDraft templateId={templateId}>{(handle) => <Steps template={data} handle={handle} />}</WithDraft>
    );
  }
  if (template.error !== null) {
    return <Failed error={template.error} retry={() => void template.refetch()} what={t.chooseTemplate} />;
  }
  return <RowsSkeleton rows={4} />;
}

interface StepsProps {
  readonly template: Template;
  readonly handle: DraftHandle;
}

/** Parties and own values, then check and send. */
function Steps({ template, handle: stored }: StepsProps) {
  const t = useTexts(newTexts);
  const me = useConsole();
  const { corpId, door } = me;
  const words = useWords();
  const isOnline = useOnline();
  const { templateId, templateName, participantList } = template;
  const [state, keep] = usePageState('consoleNewContract');
  const roles = participantList.filter(({ participantSetMode }) => participantSetMode === NAMED_AT_START);
  const draft: Draft = {
    ...stored.draft,
    title: stored.draft.title === '' ? templateName : stored.draft.title,
    parties: roles.map((role) => partyOf(role, stored.draft)),
  };
  const { draftKey, discard, finish, settle, saving } = stored;
  const change = (make: (before: Draft) => Draft) => stored.change(() => make(draft));
  const [partyProblem] = roles.flatMap((role) =>
    problemsOfParty(partyOf(role, draft)).map((problem) =>
      t.ofParty(t.party(role.participantFlag), t[`${problem}Missing`]),
    ),
  );
  const own = ownControls(template, draft.values);
  const missing = own.find(
    ({ control, isRequired }) => isRequired && (draft.values[control.componentId] ?? '').trim() === '',
  );
  const obstacle =
    partyProblem ?? (missing === undefined ? null : t.valueMissing(missing.control.componentName));
  const step = obstacle !== null ? 2 : Math.min(3, Math.max(2, state.step ?? draft.step));
  const input = startFromTemplate(templateId, { ...draft, values: valuesOf(own, draft) }, roles);
  const trial = useQuery({
    queryKey: ['console', corpId, 'trial', input],
    queryFn: () => door.ask(startSignFlow, { ...input, dryRun: true }),
    enabled: step === 3,
  });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const sending = useMutation({
    mutationFn: async () => {
      await settle();
      return door.act(startSignFlow, { ...input, draftKey }, key);
    },
    onSuccess: async ({ flowId }) => {
      goToAddress(consoleAddress('consoleContract', { corpId, flowId }));
      await finish();
    },
    // Without an answer, the contract may exist: the same key then does not send it twice.
    onError: (error) => {
      if (error instanceof Refused) setKey(crypto.randomUUID());
    },
  });
  const found = trial.data?.dryRun ?? undefined;
  const go = (next: number) => {
    if (next === 1) return keep({ template: undefined, step: undefined, draft: undefined });
    change((before) => ({ ...before, step: next }));
    goToStep(step, next);
  };
  return (
    <Wizard
      steps={[t.step1Template, t.step2, t.step3]}
      step={step}
      go={go}
      saving={saving}
      obstacle={step === 2 ? obstacle : null}
      title={draft.title}
      discard={discard}
      leave={() => keep({ step: undefined, template: undefined, draft: undefined })}
      {...(step === 3
        ? {
            last: (
              <Button
                look="binding"
                isDisabled={!isOnline || found === undefined || found.problems.length > 0}
                busyLabel={sending.isPending ? t.sending : null}
                onPress={() => sending.mutate()}
              >
                {t.send}
              </Button>
            ),
          }
        : {})}
    >
      {step === 2 ? (
        <>
          <TextField
            label={t.flowTitle}
            value={draft.title}
            maxLength={100}
            onChange={(title) => change((before) => ({ ...before, title }))}
          />
          <ol className="m-0 list-none space-y-4 p-0">
            {participantList.map((role) => {
              const party = draft.parties.find(({ key: own }) => own === String(role.participantId));
              return (
                <PartyCard key={role.participantId} name={t.party(role.participantFlag)}>
                  {party === undefined ? (
                    <Named role={role} />
                  ) : (
                    <PartyFields
                      party={party}
                      set={(part) =>
                        change((before) => ({
                          ...before,
                          parties: before.parties.map((each) =>
                            each.key === party.key ? { ...each, ...part } : each,
                          ),
                        }))
                      }
                    />
                  )}
                </PartyCard>
              );
            })}
          </ol>
          <OwnValues template={template} draft={draft} change={change} />
        </>
      ) : (
        <>
          <CheckStep
            draft={draft}
            change={change}
            trial={found}
            error={trial.error}
            retry={() => void trial.refetch()}
            parties={participantList.map(
              (role) => [role.participantFlag, whoIs(role, draft.parties, me)] as const,
            )}
            told={t.toldInTurn(draft.parties.map(({ name }) => name))}
          />
          <ErrorLine text={sending.error === null ? null : words(sending.error)} />
        </>
      )}
    </Wizard>
  );
}

type Role = Template['participantList'][number];

function partyOf({ participantId, participantType, signOrder }: Role, { parties }: Draft): DraftParty {
  const known = parties.find(({ key }) => key === String(participantId));
  return {
    corpName: '',
    name: '',
    mobile: '',
    ...known,
    key: String(participantId),
    type: participantType,
    step: signOrder,
  };
}

interface Initiator {
  readonly corpName: string;
  readonly personName: string;
}

/** Enterprise and person of a party: as entered, as the template has it, or the initiator. */
function whoIs(role: Role, entered: readonly DraftParty[], { corpName, personName }: Initiator): string {
  const party = entered.find(({ key }) => key === String(role.participantId));
  if (party !== undefined) return whoOf(party);
  return role.participantSetMode === FIXED
    ? whoOf({
        type: role.participantType,
        corpName: role.participantCorpName ?? '',
        name: role.psnName ?? '',
      })
    : whoOf({ type: role.participantType, corpName, name: personName });
}

/** A party whom the template or the start itself names. */
function Named({ role }: { readonly role: Role }) {
  const t = useTexts(newTexts);
  const initiator = useConsole();
  const isFixed = role.participantSetMode === FIXED;
  const who = whoIs(role, [], initiator);
  return (
    <p className="m-0 pb-4 text-desk text-n-700 names">
      <bdi>{isFixed ? who : `${who} · ${t.me}`}</bdi>
      {isFixed && <span className="ml-2 text-small text-n-500">{t.fixed}</span>}
    </p>
  );
}
