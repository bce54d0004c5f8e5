import type { Cinnabar, Download, Input, Listing, Output } from '@cinnabar/sdk';
import { describe, expectTypeOf, test } from 'vitest';

type SignTask = Cinnabar['signTask'];

describe('types, as checked by the compiler', () => {
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
