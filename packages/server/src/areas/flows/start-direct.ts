import type { directComponentSignFlow, directSignFlow } from '@cinnabar/api/flows.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { DirectComponent } from '@cinnabar/api/schemas/component.js';
import type { OperatorContext } from '../../context.js';
import { planDirectComponents } from '../templates/index.js';
import { directContents, directFiles, directParties } from './direct-contents.js';
import { startFlow } from './start-flow.js';

/** A start of uploaded files: at once, or as a draft that the initiator sends later. */
export async function startDirect(
  ctx: OperatorContext,
  input: InputOf<typeof directSignFlow>,
  components: readonly DirectComponent[],
  draft: boolean,
): Promise<OutputOf<typeof directComponentSignFlow>> {
  const { parties, ground } = directParties(input.participantList);
  const stored = await directFiles(ctx, input);
  const files = stored.map((file) => ({
    stored: { corpId: ctx.corpId, hash: file.hash },
    pages: file.pages ?? [],
  }));
  const planned =
    components.length === 0
      ? []
      : await planDirectComponents(ctx, { ...ground, files, components: [] }, components);
  return startFlow(ctx, {
    parties,
    contentsOf: (bound) => directContents(ctx, bound, input, stored, planned),
    attachments: [],
    copiers: [],
    templateId: null,
    title: input.flowTitle.trim(),
    encrypted: input.encryptFlag === 1,
    given: input,
    draft,
    refuseUnlessUsable: () => undefined,
  });
}
