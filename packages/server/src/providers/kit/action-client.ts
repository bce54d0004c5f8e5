import { JsonAnswer } from './json-answer.js';
import { type BuiltRequest, ProviderClient } from './provider-client.js';
import type { ProviderParts } from './provider-parts.js';

/** How a cloud signs the call of an action, and tells results from refusals. */
export interface ActionProtocol<Parameters> {
  readonly baseUrl: string;
  build(action: string, parameters: Parameters): BuiltRequest;
  /** The result within an answer. @throws ProviderRefused, GarbledAnswer */
  open(answer: JsonAnswer): JsonAnswer;
  /** Whether refusals also arrive with status 5xx. */
  readonly readsFailures?: true;
}

/** Calls actions of one product of a cloud. */
export class ActionClient<Parameters> {
  readonly #protocol: ActionProtocol<Parameters>;
  readonly #client: ProviderClient;

  constructor(parts: ProviderParts, protocol: ActionProtocol<Parameters>) {
    this.#protocol = protocol;
    this.#client = new ProviderClient(parts, { baseUrl: protocol.baseUrl });
  }

  /**
   * @param call.isIdempotent whether it may be sent again although an earlier attempt may have taken effect
   * @param call.read reads the result; it may refuse it as well
   * @throws ProviderOutage, ProviderRefused with the cloud's code
   */
  call<Result>(
    action: string,
    parameters: Parameters,
    { isIdempotent, read }: { readonly isIdempotent: boolean; readonly read: (result: JsonAnswer) => Result },
  ): Promise<Result> {
    const { build, open, readsFailures } = this.#protocol;
    return this.#client.call({
      op: action,
      isIdempotent,
      build: () => build(action, parameters),
      read: ({ body }) => read(open(JsonAnswer.parse(body))),
      ...(readsFailures === undefined ? {} : { readsFailures }),
    });
  }
}
