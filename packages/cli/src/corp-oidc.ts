import { readFile } from 'node:fs/promises';
import { findCorp } from '@cinnabar/server/areas/enterprise/index.js';
import { type ProviderSettings, setLoginProvider } from '@cinnabar/server/areas/sessions/index.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { type Command, CommandFailed, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { withPlatform } from './with-platform.js';

export const corpOidc: Command = {
  name: 'corp oidc',
  summary: 'Sets the OpenID Connect provider by which the members of an enterprise log in, or removes it.',
  options: {
    corp: corpOption,
    issuer: { type: 'string', placeholder: 'URL', description: 'identifier of the provider' },
    'client-id': { type: 'string', placeholder: 'ID', description: 'this service at the provider' },
    'client-secret-file': {
      type: 'string',
      placeholder: 'PATH',
      description: 'a file with its secret, which a command line would reveal to other users',
    },
    none: { type: 'boolean', description: 'no provider, instead of the others' },
    json: jsonOption,
  },
  async run(values, context) {
    const corpId = readCorpId(values);
    const isPlain = readConfig(context.environment).mode === 'sandbox';
    const settings = values['none'] === true ? null : await readSettings(values, isPlain);
    return withPlatform(values, context, async ({ config, database: { db }, services }) => {
      if ((await findCorp(db, corpId)) === null) throw noCorp(corpId);
      await setLoginProvider({ db, services, now: services.clock.now() }, corpId, settings);
      const issuer = settings?.issuer ?? null;
      const returns = `${config.baseUrl}/login/oidc`;
      return {
        json: { corpId, issuer, redirectUri: issuer === null ? null : returns },
        text:
          issuer === null
            ? `enterprise ${corpId} has no provider`
            : `members of enterprise ${corpId} log in by ${issuer}; register the redirect URI ${returns} there`,
      };
    });
  },
};

async function readSettings(values: Values, isPlain: boolean): Promise<ProviderSettings> {
  const [issuer, clientId, path] = ['issuer', 'client-id', 'client-secret-file'].map((name) =>
    textOf(values, name),
  );
  if (issuer === undefined || clientId === undefined || path === undefined) {
    throw new UsageError('--issuer, --client-id and --client-secret-file are required, or --none');
  }
  const protocol = URL.canParse(issuer) ? new URL(issuer).protocol : '';
  if (protocol !== 'https:' && !(isPlain && protocol === 'http:')) {
    throw new UsageError(`"${issuer}" is not an https address`);
  }
  const clientSecret = (await readSecret(path)).trim();
  if (clientSecret === '') throw new CommandFailed(`${path} is empty`);
  return { issuer, clientId, clientSecret };
}

async function readSecret(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandFailed(error instanceof Error ? error.message : String(error));
  }
}
