import type { PlatformProvider, ProviderPort } from '@cinnabar/api/pages/platform-providers.js';
import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { trialMessage } from '../areas/sms/index.js';
import type { DocumentConverter } from '../conversion/document-converter.js';
import { PLATFORM } from '../custody/envelope.js';
import { SharedLookup } from '../database/shared-lookup.js';
import type { KnownProvider, ProviderDesk, TestTarget } from '../operation/provider-desk.js';
import { MailNotSent, type MailSender } from '../providers/mail/port.js';
import { officeConverterKind } from '../providers/office/choose-office-converter.js';
import { SmsNotSent, type SmsSender } from '../providers/sms/port.js';
import type { Config } from '../settings/config.js';
import type { Finding, Words } from './checks/finding.js';
import { ok, same } from './checks/finding.js';
import { checkConversion, checkOffice } from './checks/office.js';
import { absenceOf, checkAdapter, checkOf, providers } from './checks/providers.js';
import { troubleOf } from './checks/running-providers.js';
import { checkAuthority } from './checks/timestamps.js';
import { providerKinds } from './choose-providers.js';
import type { NamedAdapter, RealProviders } from './open-providers.js';
import type { ProviderStates } from './provider-states.js';
import { LOSSES, mailFailed, smsFailed } from './provider-words.js';
import type { WatchedTimestamps } from './watched-timestamps.js';

interface Parts {
  readonly real: RealProviders;
  readonly states: ProviderStates;
  readonly authorities: readonly WatchedTimestamps[];
  readonly converter: Pick<DocumentConverter, 'toPdf'>;
  readonly containment: Containment;
  /** A number that no other message has. */
  readonly nextTrial: () => Promise<number>;
  /** Of the sandbox, which keeps messages for whoever tries it out. */
  readonly trialSms: SmsSender;
}

/** A provider as the settings name it. */
interface Named extends Pick<KnownProvider, 'key' | 'port' | 'kind' | 'name' | 'takes'> {
  check(): Promise<Finding>;
  test(target: TestTarget): Promise<Finding>;
}

/** ms */
const CHECK_LIFE = 5 * 60_000;
const OFFICE = 'office';

/** The providers of the service with the checks of `cinnabar doctor`, each by itself. */
export class OpenProviderDesk implements ProviderDesk {
  readonly #config: Config;
  readonly #parts: Parts;
  readonly #named: readonly Named[];
  readonly #checked = new Map<string, { readonly finding: Finding; readonly at: Date }>();
  readonly #running = new SharedLookup<Finding>();

  constructor(config: Config, parts: Parts) {
    this.#config = config;
    this.#parts = parts;
    this.#named = [
      ...providers.flatMap((provider) => this.#ofPort(provider)),
      ...parts.authorities.map((authority) => authorityOf(authority)),
      this.#office(),
    ];
  }

  async list(): Promise<readonly KnownProvider[]> {
    const states = new Map(this.#parts.states.list().map((state) => [state.provider, state]));
    return Promise.all(
      this.#named.map(async (named): Promise<KnownProvider> => {
        const { key, port, kind, name, takes } = named;
        const { finding, at } = await this.#lastCheck(named);
        const state = states.get(key);
        const trouble = state === undefined ? null : troubleOf({ ...state, provider: name ?? key });
        const { lastSuccess, lastFailure } = state ?? { lastSuccess: null, lastFailure: null };
        return {
          ...{ key, port, kind, name, takes },
          state: state?.state ?? null,
          lastSuccess: lastSuccess === null ? null : new Date(lastSuccess),
          lastFailure: lastFailure === null ? null : { ...lastFailure, time: new Date(lastFailure.time) },
          requests: state?.requests ?? null,
          findings: [finding, ...(trouble === null ? [] : [trouble])],
          checkedAt: at,
          loss: LOSSES[port],
        };
      }),
    );
  }

  takes(key: string): PlatformProvider['takes'] {
    return this.#named.find((each) => each.key === key)?.takes ?? null;
  }

  async test(key: string, target: TestTarget): Promise<Finding> {
    const named = this.#named.find((each) => each.key === key);
    if (named === undefined) throw new Error(`there is no provider ${key}`);
    const finding = await named.test(target);
    this.#checked.set(key, { finding, at: new Date() });
    return finding;
  }

  async #lastCheck(named: Named): Promise<{ readonly finding: Finding; readonly at: Date }> {
    const last = this.#checked.get(named.key);
    if (last !== undefined && Date.now() - last.at.getTime() < CHECK_LIFE) return last;
    const finding = await this.#running.get(named.key, () => named.check());
    const made = { finding, at: new Date() };
    this.#checked.set(named.key, made);
    return made;
  }

  #ofPort(provider: (typeof providers)[number]): readonly Named[] {
    const { port } = provider;
    const check = checkOf(provider);
    const opened = new Map<string, NamedAdapter<unknown>>(
      provider.opened(this.#parts.real).map((each) => [each.name, each]),
    );
    const kind = providerKinds(this.#config)[port];
    if (opened.size === 0)
      return [this.#absent(port, kind === 'real' ? 'none' : kind, absenceOf(provider, this.#config))];
    return [...opened].map(([name, adapter]): Named => {
      const named = { key: `${port}-${name}`, port, kind: 'real', name } as const;
      const asked = () => checkAdapter(check, adapter);
      if (port === 'sms') return { ...named, takes: 'mobile', check: asked, test: this.#sms(name, check) };
      if (port === 'mail') return { ...named, takes: 'mail', check: asked, test: this.#mail(name, check) };
      return { ...named, takes: 'nothing', check: asked, test: asked };
    });
  }

  /** In production the messages of a simulation reach nobody, and are kept nowhere. */
  #absent(port: ProviderPort, kind: 'sandbox' | 'none', finding: Finding): Named {
    const named = { key: port, port, kind, name: null, check: async () => finding };
    if (port !== 'sms' || this.#config.mode !== 'sandbox')
      return { ...named, takes: null, test: async () => finding };
    const { trialSms } = this.#parts;
    return {
      ...named,
      takes: 'mobile',
      test: this.#trialSms(finding.check, { zh: '沙箱', en: 'the sandbox' }, trialSms),
    };
  }

  #sms(name: string, check: string): Named['test'] {
    const adapter = this.#parts.real.sms.find((each) => each.name === name);
    if (adapter === undefined) throw new Error(`there is no provider ${name}`);
    return this.#trialSms(check, same(name), adapter.port);
  }

  #trialSms(
    check: string,
    name: Words,
    sender: { send(message: ReturnType<typeof trialMessage>): Promise<unknown> },
  ): Named['test'] {
    return async ({ mobile, now }) => {
      const trial = await this.#parts.nextTrial();
      try {
        await sender.send(trialMessage(mobile, { config: this.#config, trial, now }));
      } catch (error) {
        if (!(error instanceof SmsNotSent)) throw error;
        return smsFailed(check, name, error.failure);
      }
      return ok(check, {
        zh: `${name.zh} 已受理测试短信，请在手机上确认收到`,
        en: `${name.en} has accepted the message: see whether it arrives`,
      });
    };
  }

  #mail(name: string, check: string): Named['test'] {
    return async ({ mail, now }) => {
      const sender: MailSender | undefined = this.#parts.real.mail.find((each) => each.name === name)?.port;
      const trial = await this.#parts.nextTrial();
      const text = `这是一封测试邮件，由 ${this.#config.baseUrl} 的运营人员发出，无须处理。`;
      try {
        await sender?.send({
          ...{ to: mail, subject: '测试邮件', text, html: `<p>${text}</p>`, language: 'zh' },
          ...{ messageKey: `trial-${trial}`, time: now },
        });
      } catch (error) {
        if (!(error instanceof MailNotSent)) throw error;
        return mailFailed(check, error.failure);
      }
      return ok(check, {
        zh: '邮件服务器已受理测试邮件，请在邮箱中确认收到',
        en: 'the server has accepted the mail: see whether it arrives',
      });
    };
  }

  #office(): Named {
    const { officeConverterUrl: url } = this.#config;
    const { converter, containment } = this.#parts;
    const host = url === null ? null : new URL(url).host;
    const name = host === null ? { zh: '本机的 LibreOffice', en: 'LibreOffice of this machine' } : same(host);
    const check = () => checkOffice(this.#config, containment);
    return {
      ...{ key: OFFICE, port: OFFICE, kind: host === null ? 'local' : 'real', name: host, takes: 'nothing' },
      check,
      async test() {
        // A machine without a converter is told so, and not that the conversion failed.
        const kind = await officeConverterKind(url, containment);
        if (kind === 'none' || kind === 'libreoffice-refused') return check();
        return checkConversion(name, (sample) => converter.toPdf(sample, 'rtf', PLATFORM));
      },
    };
  }
}

function authorityOf(authority: WatchedTimestamps): Named {
  const { key, address } = authority;
  const name = address === null ? { zh: '内置时间戳服务', en: 'the built-in authority' } : same(address);
  const check = () => checkAuthority(name, authority);
  const kind = address === null ? 'local' : 'real';
  return { key, port: 'timestamps', kind, name: address, takes: 'nothing', check, test: check };
}
