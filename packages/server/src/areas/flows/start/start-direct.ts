import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { directSignFlow } from '@cinnabar/api/operations/flows.js';
import type { DirectComponent } from '@cinnabar/api/schemas/component.js';
import type { MemberContext } from '../../../operation/context.js';
import { planDirectComponents } from '../../templates/index.js';
import { directContents, directFiles, directParties } from './direct-contents.js';
import { type StartRequest, startedAnswer, startFlow } from './start-flow.js';
import { tryStart } from './try-start.js';

type DirectInput = InputOf<typeof directSignFlow>;

/** Starts a flow of uploaded files, or returns the outcome of a dry run. */
export function startDirect(
  ctx: MemberContext,
  input: DirectInput,
  components: readonly DirectComponent[],
): Promise<OutputOf<typeof directSignFlow>> {
  const request = () => directStart(ctx, input, components, false);
  if (input.dryRun === true) return tryStart(ctx, request);
  return request().then((start) => startFlow(ctx, start, (_tx, started) => startedAnswer(ctx, started)));
}

/**
 * Starts a flow of uploaded files: at once, or as a draft that the initiator sends later.
 * @throws Refusal 400 naming the element
 */
export async function directStart(
  ctx: MemberContext,
  input: Omit<DirectInput, 'dryRun'>,
  components: readonly DirectComponent[],
  draft: boolean,
): Promise<StartRequest> {
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
  return {
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
}
