import type { RunningApp } from './app.js';
import { type Enterprise, givenEnterprise, type Person } from './given-enterprise.js';
import { as, type FlowId, type GivenTemplate, givenSeal, givenTemplate, startFlow } from './given-flow.js';

/** An enterprise that concludes contracts with persons. */
export interface Employment {
  readonly employer: Enterprise;
  /** 甲方 the employer, 个人 a person. */
  readonly template: GivenTemplate;
  /** A contract started by the employer with a person, which both may sign. */
  contractWith(person: Person): Promise<FlowId>;
}

export async function givenEmployment(
  app: RunningApp,
  options?: Parameters<typeof givenEnterprise>[1],
): Promise<Employment> {
  const employer = await givenEnterprise(app, options);
  await givenSeal(employer);
  const template = await givenTemplate(employer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
  return {
    employer,
    template,
    async contractWith(person) {
      const participantList = [as('个人', person, null)];
      return (await startFlow(employer.owner.client, template, { participantList })).flowId;
    },
  };
}
