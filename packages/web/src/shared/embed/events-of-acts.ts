/** What the host hears of an act that succeeded, by the operation that it was. */
interface HostEvent {
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

export function eventOfAct(path: string, body: unknown, data: unknown): HostEvent | null {
  const given = fieldsOf(body);
  const answer = fieldsOf(data);
  switch (path) {
    case '/signTask/signContract':
      return {
        type: 'signed',
        data: { signStatus: answer['signStatus'] ?? null, approvalId: answer['approvalId'] ?? null },
      };
    case '/signTask/fillSignForm':
      return given['finish'] === false ? null : { type: 'filled' };
    case '/signTask/contract/refuse':
      return { type: 'refused' };
    case '/signTask/contract/transfer':
      return { type: 'transferred' };
    case '/signTask/batchApprovalSign':
      return { type: 'batch', data: { success: answer['successCount'], failed: answer['failedCount'] } };
    case '/pay/payOrder/query':
      return answer['status'] === 2 ? { type: 'paid' } : null;
    case '/pay/payOrder/cancel':
      return { type: 'cancelled' };
    case '/pages/person/verify':
      return { type: 'verified' };
    case '/pages/corp/register':
      return { type: 'enterprise.registered' };
    default:
      return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
