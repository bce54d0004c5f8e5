import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { templateSampleList as operation } from '@cinnabar/api/operations/template-files.js';
import { sampleCodes } from '@cinnabar/api/schemas/template.js';
import type { MemberContext } from '../../operation/context.js';
import { sampleFile, sampleNotes } from './file/samples.js';

export async function templateSampleList(
  { language }: MemberContext,
  _input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  return Promise.all(
    sampleCodes.map(async (sampleCode) => {
      const { document } = await sampleFile(sampleCode);
      return {
        sampleCode,
        templateName: document.templateName,
        note: sampleNotes[sampleCode][language],
        participantFlags: document.participantList.map(({ participantFlag }) => participantFlag),
        componentNum: document.components.length,
        totalPage: document.contractFileList.reduce((sum, { totalPage }) => sum + totalPage, 0),
      };
    }),
  );
}
