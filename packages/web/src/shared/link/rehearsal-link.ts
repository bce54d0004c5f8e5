/**
 * A link to a contract that does not exist: the pages of a contract read from it and save to it as they do with a real
 * one, and nothing leaves the window. What would bind or reach somebody is refused.
 */
import { fillSignForm } from '@cinnabar/api/operations/flows.js';
import { keepFillDraft, viewFillPage, watchFillPage } from '@cinnabar/api/pages/fill.js';
import { readPageText } from '@cinnabar/api/pages/page-text.js';
import {
  keepSignDraft,
  otherContractsToSign,
  signDraft,
  suggestedPlaces,
  viewSignPage,
  watchSignPage,
} from '@cinnabar/api/pages/sign.js';
import { Refused } from '../../api/refused.js';
import type { DataOf } from '../../api/wire.js';
import type { LinkContext, LinkInput, LinkOperation } from './link-context.js';
import type { FillRehearsal, Rehearsal, SignRehearsal } from './rehearsal.js';

type Handler<O extends LinkOperation> = (input: LinkInput<O>) => DataOf<O>;

class Handlers {
  readonly #byPath = new Map<string, unknown>();

  on<O extends LinkOperation>({ path }: O, handler: Handler<O>): void {
    this.#byPath.set(path, handler);
  }

  find<O extends LinkOperation>({ path }: O): Handler<O> | undefined {
    // `on` has put it under the path of the operation that it is for.
    return this.#byPath.get(path) as Handler<O> | undefined;
  }
}

/**
 * @param linkId of its own for each rehearsal, because the pages keep what they have read by it
 * @param refusal what is said when somebody goes further
 */
export function rehearsalLink(linkId: number, rehearsal: Rehearsal, refusal: string): LinkContext {
  const handlers = new Handlers();
  if (rehearsal.kind === 'fill') answerFilling(handlers, rehearsal);
  else answerSigning(handlers, rehearsal);
  handlers.on(readPageText, () => ({ paragraphs: [] }));
  const refused = async () => Promise.reject(new Refused('PREVIEW', refusal, 'PREVIEW', null, null));
  const { kind, entered } = rehearsal;
  return {
    linkId,
    opened: {
      ...{ kind, state: 'open', entry: 'once', corpName: null, brand: null, title: null, mobile: '' },
      ...{ name: null, disowned: false, returnUrl: null, entered },
    },
    entered,
    call: async (operation, input) => {
      const handler = handlers.find(operation);
      return handler === undefined ? refused() : handler(input);
    },
    pictureOf: (fileId, page) =>
      rehearsal.pictures.find((file) => file.fileId === fileId)?.pages[page - 1] ?? '',
    upload: refused,
  };
}

function answerFilling(handlers: Handlers, { view: first, problems }: FillRehearsal): void {
  let view = first;
  handlers.on(viewFillPage, () => view);
  handlers.on(watchFillPage, () => ({ revision: view.revision, obstacle: view.obstacle }));
  handlers.on(keepFillDraft, ({ values }) => ({
    savedTime: new Date().toISOString(),
    // Only the values of the preview have been drawn; others are judged when they become its values.
    problems: problems
      .filter(({ componentId, value }) =>
        values.some((each) => each.componentId === componentId && each.value === value),
      )
      .map(({ componentId, message }) => ({ componentId, message })),
  }));
  handlers.on(fillSignForm, ({ components, finish }) => {
    const given = new Map(components.map(({ componentId, value }) => [componentId, value ?? '']));
    const controls = view.controls.map((control) => {
      const value = given.get(control.componentId);
      if (value === undefined) return control;
      return { ...control, value, ...(value.startsWith('data:image/') ? { pictureUrl: value } : {}) };
    });
    view = { ...view, controls };
    if (finish !== false) view = { ...view, me: { ...view.me, filled: true }, obstacle: 'NOT_YOUR_TURN' };
    return { flowId: view.flowId, flowStatus: view.status };
  });
}

function answerSigning(handlers: Handlers, { view }: SignRehearsal): void {
  handlers.on(viewSignPage, () => view);
  handlers.on(watchSignPage, () => ({ revision: view.revision, obstacle: view.obstacle }));
  handlers.on(otherContractsToSign, () => []);
  handlers.on(suggestedPlaces, () => []);
  handlers.on(signDraft, () => ({ draft: null }));
  handlers.on(keepSignDraft, () => ({}));
}
