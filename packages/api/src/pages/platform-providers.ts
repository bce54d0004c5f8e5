/** Providers in the platform's console: how each answers, and a test of it. Never keys or addresses with passwords. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, type Infer, list, nullable, number, object, optional, text } from '../schema.js';
import { email } from '../schemas/email.js';
import { mobile } from '../schemas/fields.js';
import { anyText, nothing, utcMoment } from './page-fields.js';
import { finding } from './setup.js';

/** Tests of one operator in an hour: some cost money, or reach a person. */
export const PROVIDER_TESTS_PER_HOUR = 30;

export const providerPorts = [
  'sms',
  'mail',
  'identity',
  'faces',
  'pay',
  'timestamps',
  'office',
  'certificates',
  'login',
] as const;
export type ProviderPort = (typeof providerPorts)[number];

/**
 * - `real`: an outside provider
 * - `local`: a part of this service, or a program of this machine
 * - `sandbox`: a simulation
 * - `none`: nobody does it
 */
export const providerKinds = ['real', 'local', 'sandbox', 'none'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** What `/healthz/providers` tells. */
export const providerConditions = ['untried', 'works', 'failing', 'suspended', 'balance', 'access'] as const;

const failure = object({
  time: utcMoment(),
  /** The provider's name of the operation. */
  op: anyText(),
  outcome: choice([
    'refused',
    'balance',
    'access',
    'unreachable',
    'timeout',
    'garbled',
    'failing',
    'suspended',
  ]),
  /** Words or a code of the provider, without personal data and secrets. */
  detail: anyText(),
});

const provider = object({
  /** By which it is tested. */
  key: anyText(),
  port: choice(providerPorts),
  kind: choice(providerKinds),
  /** Of the adapter, a host, or the method of a pay channel; null where nothing is named. */
  name: nullable(anyText()),
  /** The enterprise that has brought it; null: the service. */
  corpName: nullable(anyText()),
  /** From requests to it; null: not measured. */
  state: nullable(choice(providerConditions)),
  lastSuccess: nullable(utcMoment()),
  lastFailure: nullable(failure),
  /** Requests of the answering process since its start; null: not measured. */
  requests: nullable(
    object({
      succeeded: number(0),
      /** Answered that it will not: a wrong number, an empty account. */
      refused: number(0),
      /** Without a usable answer. */
      failed: number(0),
    }),
  ),
  /** What `cinnabar doctor` finds, with the state that requests have left it in. */
  findings: list(finding),
  /** Time of these checks; null: it is checked by a test alone. */
  checkedAt: nullable(utcMoment()),
  /** What does not work without it; null while it works. */
  consequence: nullable(anyText()),
  /** What a test takes; null: there is nothing to test. */
  takes: nullable(choice(['mobile', 'mail', 'nothing'])),
});
export type PlatformProvider = Infer<typeof provider>;

export const listPlatformProviders = pageOperation({
  path: '/pages/platform/providers',
  caller: 'platform',
  duties: ['system'],
  request: nothing,
  answer: data(
    object({
      providers: list(provider),
      /** Of this machine: the ages of checks are measured by it. */
      time: utcMoment(),
    }),
  ),
  errors: ['404'],
  title: { zh: '查看服务商', en: 'List providers' },
});

/** Sends a message, or asks what charges nothing. 404: there is no such provider, or nothing to test. */
export const testPlatformProvider = pageOperation({
  path: '/pages/platform/providers/test',
  caller: 'platform',
  duties: ['system'],
  writes: true,
  request: object({
    key: text(1, 80),
    /** Where a text message goes. */
    mobile: optional(mobile()),
    /** Where a mail goes. */
    mail: optional(email()),
  }),
  answer: data(
    object({
      outcome: finding,
      milliseconds: number(0),
    }),
  ),
  errors: ['404'],
  reasons: ['CODE_LIMITED'],
  title: { zh: '测试服务商', en: 'Test a provider' },
});
