import type { FakeAnswer, FakeRequest } from './fake-server.js';
import { APPROVED, filled, type SmsOutbox } from './sms-outbox.js';
import { type TencentAction, TencentError, tencentAnswer } from './tencent-cloud.js';

export const TENCENT_APP = '1400006666';
export const TENCENT_SIGN = '青禾';

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TencentError('InvalidParameter');
  return value;
}

function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new TencentError('InvalidParameter');
  return value.map(textOf);
}

function send(outbox: SmsOutbox): TencentAction {
  return ({ PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet, SessionContext }) => {
    const [number = ''] = textsOf(PhoneNumberSet);
    const status = (Code: string, SerialNo = '') => ({
      SendStatusSet: [
        {
          SerialNo,
          PhoneNumber: number,
          Fee: 1,
          SessionContext,
          Code,
          Message: 'as the fake says',
          IsoCode: 'CN',
        },
      ],
    });
    if (SmsSdkAppId !== TENCENT_APP) throw new TencentError('UnauthorizedOperation.SdkAppIdIsDisabled');
    if (!/^\+\d{6,15}$/.test(number)) return status('InvalidParameterValue.IncorrectPhoneNumber');
    const isInternational = !number.startsWith('+86');
    if (!isInternational && SignName !== TENCENT_SIGN)
      return status('FailedOperation.SignatureIncorrectOrUnapproved');
    const refusal = outbox.takeRefusal();
    if (refusal !== null) return status(refusal);
    const id = textOf(TemplateId);
    const isOfRegion = APPROVED[id]?.name.endsWith('@international') === isInternational;
    const text = filled(id, textsOf(TemplateParamSet));
    if (text === null || !isOfRegion) return status('FailedOperation.TemplateIncorrectOrUnapproved');
    return status(
      'Ok',
      outbox.add({ mobile: number.replace(/^\+86/, ''), key: textOf(SessionContext), text }),
    );
  };
}

function pull(outbox: SmsOutbox): TencentAction {
  return ({ PhoneNumber }) => ({
    PullSmsSendStatusSet: outbox.sent
      .filter(({ mobile }) => textOf(PhoneNumber).endsWith(mobile))
      .map(({ id, key }) => ({
        SerialNo: id,
        SessionContext: key,
        ReportStatus: 'SUCCESS',
        Description: 'DELIVRD',
      })),
  });
}

const describeTemplates: TencentAction = ({ TemplateIdSet }) => {
  if (!Array.isArray(TemplateIdSet)) throw new TencentError('InvalidParameter');
  return {
    DescribeTemplateStatusSet: TemplateIdSet.map((id) => ({
      TemplateId: id,
      StatusCode: String(id) in APPROVED ? 0 : -1,
    })),
  };
};

/** Tencent Cloud SMS. */
export function tencentSmsAnswer(request: FakeRequest, outbox: SmsOutbox): FakeAnswer {
  return tencentAnswer(request, {
    service: 'sms',
    version: '2021-01-11',
    actions: {
      SendSms: send(outbox),
      PullSmsSendStatusByPhoneNumber: pull(outbox),
      DescribeSmsTemplateList: describeTemplates,
    },
  });
}

/** The body of Tencent's report. */
export function tencentReport(
  of: { readonly id: string; readonly mobile: string },
  failure: string | null,
): string {
  return JSON.stringify([
    {
      user_receive_time: '2026-11-20 18:00:05',
      nationcode: '86',
      mobile: of.mobile,
      report_status: failure === null ? 'SUCCESS' : 'FAIL',
      errmsg: failure ?? 'DELIVRD',
      description: 'as the fake says',
      sid: of.id,
    },
  ]);
}
