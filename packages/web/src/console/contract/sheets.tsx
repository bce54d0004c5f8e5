/** Sheets of the acts on one contract: what happens, whether it can be undone, and the verb. */

import { FlowStatus, SignStatus } from '@cinnabar/api/enums.js';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import {
  contractCancel,
  contractChangeParticipant,
  contractDel,
  contractExtend,
  contractModify,
  contractTransfer,
} from '@cinnabar/api/operations/flow-control.js';
import { contractSend } from '@cinnabar/api/operations/flow-start.js';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { afterClosing } from '../../shared/components/after-closing.js';
import { Button } from '../../shared/components/button.js';
import { ErrorLine } from '../../shared/components/error-line.js';
import { ReasonSheet } from '../../shared/components/reason-sheet.js';
import { Sheet } from '../../shared/components/sheet.js';
import { TextField } from '../../shared/components/text-field.js';
import { goToAddress } from '../../shared/router/open-page.js';
import { useTexts } from '../../shared/text/language.js';
import { useAsk, useConsole, useRefresh } from '../shell/console-context.js';
import { consoleAddress } from '../shell/console-link.js';
import { useWords } from '../shell/error-words.js';
import { contractTexts } from './contract-texts.js';
import type { Party, Task } from './task.js';

export type ContractSheet =
  | { readonly kind: 'revoke' | 'extend' | 'remove' | 'remark' | 'send' }
  | { readonly kind: 'replace' | 'transfer'; readonly party: Party };

interface Props {
  readonly sheet: ContractSheet;
  readonly task: Task;
  readonly close: () => void;
}

export default function ContractSheets({ sheet, task, close }: Props) {
  const t = useTexts(contractTexts);
  const { door } = useConsole();
  const refresh = useRefresh();
  const key = useMemo(() => crypto.randomUUID(), []);
  const { flowId } = task;
  switch (sheet.kind) {
    case 'revoke':
      return (
        <ReasonSheet
          title={t.revokeTitle}
          consequence={`${t.revokeText}${chargeOf(task, t)}`}
          reasons={t.revokeReasons.split('|')}
          act={t.revoke}
          close={close}
          run={async (reason) => {
            await door.act(contractCancel, { flowId, cancelMsg: reason }, key);
            await refresh();
            close();
          }}
        />
      );
    case 'extend':
      return <ExtendSheet task={task} close={close} />;
    case 'remove':
      return <RemoveSheet task={task} close={close} />;
    case 'remark':
      return <RemarkSheet task={task} close={close} />;
    case 'send':
      return <SendSheet task={task} close={close} />;
    case 'replace':
    case 'transfer':
      return <PersonSheet kind={sheet.kind} party={sheet.party} task={task} close={close} />;
  }
}

/** A draft was never charged; after a signature the contract counts as used. */
function chargeOf({ flowStatus, participantList }: Task, t: typeof contractTexts.zh): string {
  if (flowStatus === FlowStatus.draft) return '';
  const isSigned = participantList.some(({ signStatus }) => signStatus === SignStatus.signed);
  return isSigned ? t.chargeKept : t.chargeReturned;
}

interface FormProps {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly look?: 'ink' | 'dangerous' | 'binding';
  /** What is still to be entered before the act is possible. */
  readonly missing?: string | null;
  readonly run: (key: string) => Promise<unknown>;
  readonly done?: () => void;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** What is entered stays when the act is refused. */
function ActSheet(props: FormProps) {
  const { title, text, act, look = 'ink', missing = null, run, done, close, children } = props;
  const t = useTexts(contractTexts);
  const words = useWords();
  const refresh = useRefresh();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const acting = useMutation({
    mutationFn: () => run(key),
    onSuccess: async () => {
      if (done === undefined) {
        close();
        await refresh();
      } else done();
    },
    // A refusal changed nothing: the next attempt is a new act.
    onError: () => setKey(crypto.randomUUID()),
  });
  return (
    <Sheet
      title={title}
      isOpen
      close={close}
      isHeld={acting.isPending}
      footer={
        <>
          <Button
            look={look}
            wide
            isDisabled={missing !== null}
            busyLabel={acting.isPending ? t.working : null}
            onPress={() => acting.mutate()}
          >
            {act}
          </Button>
          {missing !== null && missing !== '' && (
            <p className="mt-2 mb-0 text-center text-small text-n-500">{missing}</p>
          )}
        </>
      }
    >
      <p className="mt-0 mb-4 text-body text-n-700">{text}</p>
      {children}
      <ErrorLine text={acting.error === null ? null : words(acting.error)} />
    </Sheet>
  );
}

interface TaskProps {
  readonly task: Task;
  readonly close: () => void;
}

function ExtendSheet({ task, close }: TaskProps) {
  const t = useTexts(contractTexts);
  const { door } = useConsole();
  const [day, setDay] = useState('');
  return (
    <ActSheet
      title={t.extendTitle}
      text={t.extendText}
      act={t.extend}
      missing={day === '' ? t.dayNeeded : null}
      run={(key) => door.act(contractExtend, { flowId: task.flowId, expireDate: day }, key)}
      close={close}
    >
      <TextField label={t.extendLabel} type="date" value={day} onChange={setDay} />
    </ActSheet>
  );
}

function RemoveSheet({ task, close }: TaskProps) {
  const t = useTexts(contractTexts);
  const { door, corpId } = useConsole();
  const refresh = useRefresh();
  return (
    <ActSheet
      title={t.removeTitle}
      text={t.removeText}
      act={t.remove}
      look="dangerous"
      run={(key) => door.act(contractDel, { flowId: task.flowId }, key)}
      done={() =>
        afterClosing(close, () => {
          goToAddress(consoleAddress('consoleContracts', { corpId }));
          void refresh();
        })
      }
      close={close}
    />
  );
}

function RemarkSheet({ task, close }: TaskProps) {
  const t = useTexts(contractTexts);
  const { door } = useConsole();
  const [remark, setRemark] = useState(task.flowDesc);
  return (
    <ActSheet
      title={t.remarkTitle}
      text={task.flowTitle}
      act={t.save}
      run={(key) => door.act(contractModify, { flowId: task.flowId, remark: remark.trim() }, key)}
      close={close}
    >
      <TextField label={t.remarkLabel} value={remark} maxLength={1000} onChange={setRemark} />
    </ActSheet>
  );
}

function SendSheet({ task, close }: TaskProps) {
  const t = useTexts(contractTexts);
  const { door } = useConsole();
  const { data } = useAsk(baseInfo, {});
  const cost = task.reversePayFlag === 1 ? 0 : 1;
  return (
    <ActSheet
      title={t.sendTitle}
      text={t.sendText}
      act={t.send}
      look="binding"
      missing={data === undefined ? '' : null}
      run={(key) => door.act(contractSend, { flowId: task.flowId }, key)}
      close={close}
    >
      {data !== undefined && (
        <p className="figures mt-0 mb-4 text-body">{t.sendCost(cost, data.accountBalance - cost)}</p>
      )}
    </ActSheet>
  );
}

interface PersonProps extends TaskProps {
  readonly kind: 'replace' | 'transfer';
  readonly party: Party;
}

function PersonSheet({ kind, party, task, close }: PersonProps) {
  const t = useTexts(contractTexts);
  const { door } = useConsole();
  const [mobile, setMobile] = useState('');
  const [name, setName] = useState(kind === 'replace' ? party.psnName : '');
  const operation = kind === 'replace' ? contractChangeParticipant : contractTransfer;
  const { participantId } = party;
  return (
    <ActSheet
      title={kind === 'replace' ? t.replaceTitle(party.psnName) : t.transferTitle}
      text={kind === 'replace' ? t.replaceText : t.transferText}
      act={kind === 'replace' ? t.replace : t.transfer}
      missing={/^1\d{10}$/.test(mobile) && name.trim() !== '' ? null : t.personNeeded}
      run={(key) =>
        door.act(
          operation,
          { flowId: task.flowId, participantId, psnAccount: mobile, psnName: name.trim() },
          key,
        )
      }
      close={close}
    >
      <TextField
        label={t.mobile}
        value={mobile}
        inputMode="numeric"
        maxLength={11}
        isNumber
        onChange={setMobile}
      />
      <TextField label={t.name} value={name} maxLength={50} onChange={setName} />
    </ActSheet>
  );
}
