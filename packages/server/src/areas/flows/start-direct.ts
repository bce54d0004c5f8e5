import type { directSignFlow } from '@cinnabar/api/flows.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import type { DirectComponent } from '@cinnabar/api/schemas/component.js';
import type { OperatorContext } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { planDirectComponents } from '../templates/index.js';
import { directContents, directFiles, directParties } from './direct-contents.js';
import { type Started, type StartRequest, startFlow } from './start-flow.js';

/** A start of uploaded files: at once, or as a draft that the initiator sends later. */
export async function startDirect<T>(
  ctx: OperatorContext,
  input: InputOf<typeof directSignFlow>,
  components: readonly DirectComponent[],
  draft: boolean,
  answer: (tx: Tx, started: Started) => Promise<T>,
): Promise<T> {
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
  const request: StartRequest = {
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
  };
  return startFlow(ctx, request, answer);
}
