import { PayOrderStatus } from '@cinnabar/api/enums.js';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { batchApprovalSign } from '@cinnabar/api/operations/approvals.js';
import { contractRefuse, fillSignForm, signContract } from '@cinnabar/api/operations/flows.js';
import { payOrderCancel, payOrderQuery } from '@cinnabar/api/operations/payments.js';
import { registerCorp, verifyPerson } from '@cinnabar/api/pages/newcomer.js';

/** Event sent to the host after a successful operation. */
interface HostEvent {
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

export function eventOfAct(
  { path }: Pick<AnyOperation, 'path'>,
  input: unknown,
  data: unknown,
): HostEvent | null {
  const given = fieldsOf(input);
  const answer = fieldsOf(data);
  switch (path) {
    case signContract.path:
      return {
        type: 'signed',
        data: { signStatus: answer['signStatus'] ?? null, approvalId: answer['approvalId'] ?? null },
      };
    case fillSignForm.path:
      return given['finish'] === false ? null : { type: 'filled' };
    case contractRefuse.path:
      return { type: 'refused' };
    case batchApprovalSign.path:
      return { type: 'batch', data: { success: answer['successCount'], failed: answer['failedCount'] } };
    case payOrderQuery.path:
      return answer['status'] === PayOrderStatus.success ? { type: 'paid' } : null;
    case payOrderCancel.path:
      return { type: 'cancelled' };
    case verifyPerson.path:
      return { type: 'verified' };
    case registerCorp.path:
      return { type: 'enterprise.registered' };
    default:
      return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
