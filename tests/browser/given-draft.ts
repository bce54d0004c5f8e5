import type { InputOf } from '@cinnabar/api/operation.js';
import { keepTemplateDraft, readTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import type { Wire } from '@cinnabar/api/wire.js';
import type { Enterprise } from '../support/given-enterprise.js';
import { uploadedBy } from '../support/template-bodies.js';

type Draft = Wire<InputOf<typeof keepTemplateDraft>>['draft'];

interface Wish {
  readonly name?: string;
  /** Text of the file, which becomes a PDF, or a PDF. */
  readonly files: readonly { readonly name: string; readonly text: string | Uint8Array }[];
  /** 甲方 is an enterprise, everybody else a person. */
  readonly flags: readonly string[];
  readonly components?: Draft['components'];
}

/** A draft of a new template, as somebody has left it. */
export async function givenDraft(
  corp: Enterprise,
  { name = '采购合同', files, flags, components = [] }: Wish,
) {
  const { client } = corp.owner;
  const { draftId } = await client.data(readTemplateDraft, {});
  const uploads = [];
  for (const { name: fileName, text } of files) {
    uploads.push(await uploadedBy(corp, fileName, typeof text === 'string' ? Buffer.from(text) : text));
  }
  const draft: Draft = {
    templateName: name,
    encryptFlag: 0,
    participantList: flags.map((participantFlag, index) => ({
      participantFlag,
      participantType: index === 0 ? 1 : 0,
      participateBizType: ['1', '2'],
      participantSetMode: index === 0 ? 3 : 0,
      draftSort: index + 1,
      signOrder: index + 1,
    })),
    contractFileList: uploads.map(({ fileName, fileUrl, totalPage, width, height }) => ({
      ...{ fileName, fileUrl, totalPage, width, height },
    })),
    components,
  };
  await client.data(keepTemplateDraft, { draftId, draftVersion: 0, draft });
  return { draftId, path: `/console/${corp.corpId}/templates/drafts/${draftId}` };
}

/** The draft as it is kept. */
export async function keptDraft(corp: Enterprise, draftId: string): Promise<Draft> {
  const { draft } = await corp.owner.client.data(readTemplateDraft, { draftId });
  return draft;
}
