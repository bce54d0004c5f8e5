import type { ErrorCode as DeclaredCode, ErrorReason as DeclaredReason } from '@cinnabar/api/errors.js';
import type { DataAnswer, FileRule, InputOf, Operation, PageAnswer } from '@cinnabar/api/operation.js';
import type { Registered } from '@cinnabar/api/registry.js';
import type { Infer } from '@cinnabar/api/schema.js';
import type { webhookEvents } from '@cinnabar/api/webhook-events.js';
import type { Sent, Wire } from '@cinnabar/api/wire.js';
import type {
  Cinnabar,
  Download,
  ErrorCode,
  ErrorReason,
  FileToSend,
  Input,
  Listing,
  OperationPath,
  Output,
  WebhookEvent,
} from '@cinnabar/sdk';
import { describe, expectTypeOf, test } from 'vitest';

/** Requests and responses as they follow from the declarations of the operations. */
type ByPath = { readonly [O in Registered as O['path']]: O };
type Requested<O extends Operation> = O extends { readonly file: FileRule }
  ? FileToSend & Sent<InputOf<O>, 'plain', Date | string>
  : Sent<InputOf<O>, 'plain', Date | string>;
type Answered<O> =
  O extends Operation<unknown, infer A>
    ? A extends DataAnswer<infer R>
      ? Wire<R, 'plain'>
      : A extends PageAnswer<infer R>
        ? Wire<R, 'plain'>
        : never
    : never;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

type SignTask = Cinnabar['signTask'];

describe('types, as checked by the compiler', () => {
  test('requests, responses and events are those that the service checks', () => {
    type Misfits = {
      readonly [P in OperationPath]:
        | (Same<Input<P>, Requested<ByPath[P]>> extends true ? never : `request of ${P}`)
        | (Same<Output<P>, Answered<ByPath[P]>> extends true ? never : `response of ${P}`);
    }[OperationPath];
    expectTypeOf<Misfits>().toBeNever();
    expectTypeOf<OperationPath>().toEqualTypeOf<Registered['path']>();
    type Declared = (typeof webhookEvents)[number];
    type Told = { readonly [E in WebhookEvent as E['type']]: E['data'] };
    type Wrong = {
      readonly [E in Declared as E['type']]: Same<
        Told[E['type']],
        Wire<Infer<E['data']>, 'plain'>
      > extends true
        ? never
        : E['type'];
    }[Declared['type']];
    expectTypeOf<Wrong>().toBeNever();
    expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<Declared['type']>();
    expectTypeOf<[ErrorCode, ErrorReason]>().toEqualTypeOf<[DeclaredCode, DeclaredReason]>();
  });

  test('input: ids are numbers, optional fields may be null, moments are text or dates', () => {
    expectTypeOf<Input<'/signTask/startSignFlow'>['templateId']>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<Input<'/seal/modify'>>().toEqualTypeOf<{
      readonly sealId: number;
      readonly sealName: string;
    }>();
    expectTypeOf<Input<'/signTask/contract/extend'>['expireDate']>().toEqualTypeOf<Date | string>();
    expectTypeOf<Input<'/sms/sendSmsVerifyCode'>['smsType']>().toEqualTypeOf<
      'commSms' | 'sign' | 'approval' | 'signPwd'
    >();
    expectTypeOf<Input<'/signTask/batchApprovalSign'>[number]['approvalStatus']>().toEqualTypeOf<2 | 3>();
  });

  test('output: ids are numbers, moments are text, null is declared', () => {
    expectTypeOf<Output<'/seal/createSealByTemplate'>>().toEqualTypeOf<{ readonly sealId: number }>();
    expectTypeOf<Output<'/signTask/startSignFlow'>['errorMessage']>().toEqualTypeOf<string | null>();
    expectTypeOf<Output<'/signTask/contract/taskInfo'>['createTime']>().toEqualTypeOf<string>();
    expectTypeOf<Output<'/signTask/contract/taskInfo'>['flowFinishTime']>().toEqualTypeOf<string | null>();
    expectTypeOf<Output<'/signTask/myContract/listCount'>>().toEqualTypeOf<number>();
    expectTypeOf<Output<'/signTask/getSignUrl'>>().toEqualTypeOf<string>();
    expectTypeOf<Output<'/template/list'>['templateStatus']>().toEqualTypeOf<0 | 1>();
  });

  test('calls: data, lists, files', () => {
    expectTypeOf<SignTask['contract']['list']>().returns.toEqualTypeOf<
      Listing<Output<'/signTask/contract/list'>>
    >();
    expectTypeOf<SignTask['contract']['download']>().returns.toEqualTypeOf<Promise<Download>>();
    expectTypeOf<SignTask['contract']['cancel']>().parameter(0).toExtend<{ readonly flowId: number }>();
    expectTypeOf<Parameters<Cinnabar['corp']['baseInfo']>>().toExtend<[unknown?, unknown?]>();
    expectTypeOf<Cinnabar['template']['list']>().toBeCallableWith();
  });

  test('mismatches are found at compile time', () => {
    expectTypeOf<{ sealId: string; sealName: string }>().not.toExtend<Input<'/seal/modify'>>();
    expectTypeOf<{ sealId: number }>().not.toExtend<Input<'/seal/modify'>>();
    expectTypeOf<{ file: Uint8Array }>().not.toExtend<Input<'/template/uploadContractFile'>>();
    expectTypeOf<{ file: Uint8Array; fileName: string }>().toExtend<Input<'/template/uploadContractFile'>>();
    expectTypeOf<{ file: string; color: 'Green' }>().not.toExtend<Input<'/seal/uploadSealFile'>>();
    expectTypeOf<'/seal/getSealinfo'>().not.toExtend<Parameters<Cinnabar['call']>[0]>();
  });
});
