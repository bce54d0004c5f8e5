import { OPERATIONS_OF_CONSOLE } from '@cinnabar/api/console-door.js';
import type { FileRule, InputOf, Operation } from '@cinnabar/api/operation.js';
import { openInConsole, openLinkInConsole } from '@cinnabar/api/pages/login.js';
import { type ConsoleKey, call } from '../../api/call.js';
import { type PageOfList, post, postForFile, postForList, type ReceivedFile } from '../../api/post.js';
import { sendFile } from '../../api/send-file.js';
import type { DataOf, Sent } from '../../api/wire.js';
import type { LinkContext } from '../../shared/link/link-context.js';

type ItemOf<O> = DataOf<O> extends readonly (infer Each)[] ? Each : never;

/**
 * Calls operations of the interface as the person who has logged in, for one enterprise. The service refuses what it
 * would refuse to a program.
 */
export interface Door {
  /** @throws Refused, Unanswered */
  ask<O extends Operation>(operation: O, input: Sent<InputOf<O>>): Promise<DataOf<O>>;
  /**
   * Changes something. A repetition with the same key does not repeat the act.
   * @throws Refused, Unanswered
   */
  act<O extends Operation>(operation: O, input: Sent<InputOf<O>>, key: string): Promise<DataOf<O>>;
  /** @throws Refused, Unanswered */
  list<O extends Operation>(operation: O, input: Sent<InputOf<O>>): Promise<PageOfList<ItemOf<O>>>;
  /** @throws Refused, Unanswered */
  file<O extends Operation>(operation: O, input: Sent<InputOf<O>>): Promise<ReceivedFile>;
  /**
   * The page on which the person takes their own turn, opened by a link of their own.
   * @throws Refused, Unanswered
   */
  ownPage(flowId: number, approvalId?: number): Promise<string>;
  /**
   * The page of a link of the person's own, as an operation has returned it.
   * @throws Refused, Unanswered
   */
  ownLink(address: string): Promise<string>;
  /** For operations of the console's own pages. */
  readonly inSession: RunInSession;
  /** Calls operations of the interface for components that links open, too. */
  readonly call: LinkContext['call'];
  readonly uploadWith: LinkContext['upload'];
  /** @throws Refused, Unanswered */
  upload<O extends Operation & { readonly file: FileRule }>(
    operation: O,
    file: File,
    onSent: (share: number) => void,
    /** Of the form, beside the file. */
    fields?: Readonly<Record<string, string | number>>,
  ): Promise<DataOf<O>>;
}

/** Runs a request with the session; once more after a log-in or proof that it turned out to need. */
export type RunInSession = <Result>(attempt: (key: ConsoleKey) => Promise<Result>) => Promise<Result>;

export function openDoor(corpId: number, run: RunInSession): Door {
  const pathOf = ({ path }: Pick<Operation, 'path'>) => `${OPERATIONS_OF_CONSOLE}${path}`;
  return {
    ask: (operation, input) => run((key) => post(pathOf(operation), input, { ...key, corpId })),
    act: (operation, input, idempotencyKey) =>
      run((key) => post(pathOf(operation), input, { ...key, corpId, idempotencyKey })),
    list: (operation, input) => run((key) => postForList(pathOf(operation), input, { ...key, corpId })),
    file: (operation, input) => run((key) => postForFile(pathOf(operation), input, { ...key, corpId })),
    async ownPage(flowId, approvalId) {
      const approval = approvalId === undefined ? {} : { approvalId };
      const { address } = await run((key) => call(openInConsole, { corpId, flowId, ...approval }, key));
      return address;
    },
    async ownLink(given) {
      const { address } = await run((key) => call(openLinkInConsole, { corpId, address: given }, key));
      return address;
    },
    inSession: run,
    call(operation, input, { idempotencyKey = crypto.randomUUID() } = {}) {
      const once = operation.writes ? { idempotencyKey } : {};
      return run((key) => post(pathOf(operation), input, { ...key, corpId, ...once }));
    },
    uploadWith(operation, file, input) {
      const form = new FormData();
      for (const [name, value] of Object.entries(input ?? {})) form.append(name, String(value));
      form.append('file', file);
      return run((key) => post(pathOf(operation), form, { ...key, corpId }));
    },
    upload: (operation, file, onSent, fields) =>
      run((key) => sendFile(pathOf(operation), file, onSent, { ...key, corpId }, fields)),
  };
}
