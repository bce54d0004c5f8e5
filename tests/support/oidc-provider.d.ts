/** The part of oidc-provider, which has no types of its own, that the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly path: string;
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    respond: boolean;
    readonly oidc: {
      readonly session?: { readonly accountId?: string };
      readonly provider: {
        readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => Grant;
      };
    };
  }

  export interface Configuration {
    readonly clients: readonly Readonly<Record<string, unknown>>[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly pkce: { readonly required: () => boolean };
    readonly features: { readonly devInteractions: { readonly enabled: boolean } };
    readonly ttl: Readonly<Record<string, number>>;
    readonly findAccount: (
      context: Context,
      sub: string,
    ) => { readonly accountId: string; readonly claims: () => Readonly<Record<string, unknown>> };
    readonly interactions: {
      readonly url: (context: Context, interaction: { readonly uid: string }) => string;
    };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
    use(middleware: (context: Context, next: () => Promise<unknown>) => Promise<unknown>): void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string; readonly amr: readonly string[] } },
    ): Promise<void>;
  }
}
