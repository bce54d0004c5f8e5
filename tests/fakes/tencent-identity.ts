/** The checks of persons by Tencent Cloud FaceID: every answer with a charge is counted. */
import type { FakeAnswer, FakeRequest } from './fake-server.js';
import { type TencentAction, TencentError, type TencentParameters, tencentAnswer } from './tencent-cloud.js';

export interface RegisteredPerson {
  readonly realName: string;
  readonly identNum: string;
  readonly mobile: string;
}

export class FakeTencentIdentity {
  /** Answers that were charged for. */
  charged = 0;
  /** The result or error of the next check, one each. */
  readonly next: string[] = [];
  readonly #people: readonly RegisteredPerson[];

  constructor(people: readonly RegisteredPerson[]) {
    this.#people = people;
  }

  readonly answer = (request: FakeRequest): FakeAnswer =>
    tencentAnswer(request, {
      service: 'faceid',
      version: '2018-03-01',
      actions: {
        IdCardVerification: this.#action(['IdCard', 'Name'], {
          mismatch: '-1',
          invalid: '-2',
          unknown: '-5',
        }),
        PhoneVerification: this.#action(['IdCard', 'Name', 'Phone'], {
          mismatch: '-4',
          invalid: '-7',
          unknown: '-9',
        }),
      },
    });

  #action(
    names: readonly string[],
    results: { readonly mismatch: string; readonly invalid: string; readonly unknown: string },
  ): TencentAction {
    return (parameters) => {
      const given = Object.keys(parameters);
      if (given.length !== names.length || names.some((name) => !given.includes(name))) {
        throw new TencentError('InvalidParameter');
      }
      const result = this.next.shift() ?? this.#result(parameters, results);
      if (!/^-?\d+$/.test(result)) throw new TencentError(result, `about ${String(parameters['IdCard'])}`);
      if (result === '0' || result === results.mismatch) this.charged += 1;
      return { Result: result, Description: 'as the fake says' };
    };
  }

  #result(
    { IdCard, Name, Phone }: TencentParameters,
    {
      mismatch,
      invalid,
      unknown,
    }: { readonly mismatch: string; readonly invalid: string; readonly unknown: string },
  ): string {
    if (typeof IdCard !== 'string' || /^0+$/.test(IdCard)) return invalid;
    const person = this.#people.find(({ identNum }) => identNum === IdCard);
    if (person === undefined) return unknown;
    const isSame = person.realName === Name && (Phone === undefined || person.mobile === Phone);
    return isSame ? '0' : mismatch;
  }
}
