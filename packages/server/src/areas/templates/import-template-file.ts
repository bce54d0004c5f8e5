import { randomUUID } from 'node:crypto';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { importTemplateFile as operation } from '@cinnabar/api/operations/template-files.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { MemberContext } from '../../operation/context.js';
import type { Upload } from '../../operation/handler.js';
import { invalidField, refuseFor } from '../../operation/refusal.js';
import { ownCorp } from '../enterprise/index.js';
import { memberByMobile } from '../members/index.js';
import { changeBy } from './change-by.js';
import { filesOfDocument, MAX_NEW_DRAFTS } from './draft-rules.js';
import { addDraft, countNewDrafts, keepFilesOfDraft, sealDraft } from './draft-store.js';
import { fitPeople, type OwnPeople } from './file/fit-people.js';
import { publicationProblems } from './file/publication-problems.js';
import { readTemplateFile } from './file/read-template-file.js';
import { storeTemplateFile } from './file/store-template-file.js';
import type { ElementProblem } from './rules.js';

export async function importTemplateFile(
  ctx: MemberContext,
  _input: InputOf<typeof operation>,
  upload: Upload | null,
): Promise<OutputOf<typeof operation>> {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  const stored = await storeTemplateFile(ctx, await readTemplateFile(upload.bytes));
  const { document, changes } = fitPeople(stored, await ownPeople(ctx, stored));
  const problems = await publicationProblems(ctx, document);
  const { corpId, db, language } = ctx;
  const draftId = randomUUID();
  const { templateName } = document;
  const sealed = await sealDraft(db, corpId, draftId, document);
  return ctx.act(async (tx) => {
    if ((await countNewDrafts(tx, corpId)) >= MAX_NEW_DRAFTS) throw refuseFor('DRAFT_LIMIT');
    const by = changeBy(ctx, null);
    await addDraft(tx, corpId, { draftId, templateId: null }, { templateName, sealed, basedOn: null, by });
    const keys = filesOfDocument(document).map(({ fileKey }) => fileKey);
    await keepFilesOfDraft(tx, corpId, draftId, keys);
    const told = ({ path, problem }: ElementProblem) => ({ path, msg: problem[language] });
    return {
      ...{ draftId, draftVersion: 1, time: by.now, templateName },
      ...{ changes: changes.map(told), problems: problems.map(told) },
    };
  });
}

/** Who of the people that the document names is a member of the enterprise. */
async function ownPeople(ctx: MemberContext, document: TemplateDocument): Promise<OwnPeople> {
  const { corpName } = await ownCorp(ctx);
  const named = [...document.participantList, ...(document.copierList ?? [])].flatMap(
    ({ psnAccount }) => psnAccount ?? [],
  );
  const mobiles = new Set<string>();
  for (const mobile of new Set(named)) {
    if ((await memberByMobile(ctx.db, ctx.corpId, mobile)) !== null) mobiles.add(mobile);
  }
  return { corpName, mobiles };
}
