/** Samples, with which an enterprise without templates can begin. */
import { readFileSync } from 'node:fs';
import {
  previewTemplate,
  readTemplateDraft,
  templateVersionList,
} from '@cinnabar/api/operations/template-drafts.js';
import { addSampleTemplate, templateSampleList } from '@cinnabar/api/operations/template-files.js';
import { templateInfo, templateList } from '@cinnabar/api/operations/templates.js';
import { sampleCodes } from '@cinnabar/api/schemas/template.js';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSample } from '../../scripts/samples/set-sample.mjs';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';

let running: RunningApp;
let enterprise: Enterprise;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
});
afterAll(() => running.close());

const root = new URL('../../', import.meta.url);

describe('a sample', () => {
  it.each(sampleCodes)('%s is what its source says', (code) => {
    const { template, texts } = setSample(readFileSync(new URL(`scripts/samples/${code}.txt`, root), 'utf8'));
    const entries = unzipSync(readFileSync(new URL(`packages/server/samples/${code}.zip`, root)));
    const document = JSON.parse(strFromU8(entries['template.json'] ?? new Uint8Array()));
    expect(document.template).toMatchObject(template);
    const shown = pdftotext(entries['files/1.pdf'] ?? new Uint8Array()).replace(/\s/g, '');
    for (const { text } of texts) expect(shown).toContain(text.replace(/\s/g, ''));
  });

  it.each(sampleCodes)(
    '%s becomes a template of the enterprise, which can be published and drawn as it is',
    async (sampleCode) => {
      const { client } = enterprise.owner;
      const listed = await client.data(templateSampleList, {});
      const sample = listed.find((each) => each.sampleCode === sampleCode);
      const made = await client.data(addSampleTemplate, { sampleCode });
      expect(made).toMatchObject({ templateName: sample?.templateName, templateStatus: 1 });
      expect(made.participantList.map(({ participantFlag }) => participantFlag)).toEqual(
        sample?.participantFlags,
      );
      expect(made.componentList).toHaveLength(sample?.componentNum ?? 0);
      const [version] = await client.data(templateVersionList, { templateId: made.templateId });
      expect(version).toMatchObject({ version: 1, note: '来自示例模板，使用前请由律师审阅' });
      const { draft } = await client.data(readTemplateDraft, { templateId: made.templateId });
      const { templateId = made.templateId, ...body } = draft;
      for (const chosen of ['typical', 'longest'] as const) {
        const preview = await client.data(previewTemplate, { ...body, templateId, sample: chosen });
        expect(preview.problems).toEqual([]);
      }
    },
  );

  it('has a name of its own, with a number if it is taken', async () => {
    const { client } = enterprise.owner;
    const again = await client.data(addSampleTemplate, { sampleCode: 'nda' });
    expect(again.templateName).toBe('保密协议 2');
    const own = await client.data(addSampleTemplate, { sampleCode: 'nda', templateName: '供应商保密协议' });
    expect(own.templateName).toBe('供应商保密协议');
    const taken = await client.call(addSampleTemplate, {
      sampleCode: 'lease',
      templateName: '供应商保密协议',
    });
    expect(taken.envelope.code).toBe('TEMPLATE_NAME_EXIST');
    const detail = await client.data(templateInfo, { templateId: again.templateId, templateType: '2' });
    expect(detail.contractFileList).toMatchObject([{ fileName: '保密协议.pdf' }]);
  });

  it('is offered to those who manage templates only', async () => {
    const plain = await enterprise.member([]);
    const before = await enterprise.owner.client.data(templateList, {});
    for (const operation of [templateSampleList, addSampleTemplate]) {
      const { status } = await plain.client.post(operation.path, { sampleCode: 'nda' });
      expect(status).toBe(403);
    }
    expect(await enterprise.owner.client.data(templateList, {})).toHaveLength(before.length);
  });
});
