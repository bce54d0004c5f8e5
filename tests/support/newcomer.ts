import { acceptanceOf, agreementNames } from '@cinnabar/api/pages/agreements.js';
import { id } from '@cinnabar/api/schema.js';
import type { RunningApp } from './app.js';
import { type Answered, Client } from './client.js';
import { enterLink, type LinkSession } from './enter-link.js';
import type { Person } from './given-enterprise.js';
import type { FlowId } from './given-flow.js';
import { signOnPage } from './sign-on-page.js';

/** Data of a party on the pages. */
export interface PartyState {
  readonly verified: boolean;
  readonly corp: {
    readonly corpName: string;
    readonly registered: boolean;
    readonly identStatus: string | null;
    readonly waitsFor: { readonly legalRepName: string; readonly mobile: string } | null;
    readonly standing: string | null;
  } | null;
  readonly nextStep: string | null;
}

/** A person known to the service by a mobile at most, who has only the links sent to them. */
export interface Newcomer {
  readonly mobile: string;
  readonly realName: string;
  readonly identNum: string;
}

let newcomers = 0;

export function newcomer(realName: string): Newcomer {
  newcomers += 1;
  return {
    mobile: `136${String(newcomers).padStart(8, '0')}`,
    realName,
    identNum: `31010119800101${String(newcomers).padStart(3, '0')}X`,
  };
}

/** A new user who has opened a link. */
export interface Visit {
  readonly who: Newcomer;
  readonly session: LinkSession;
  readonly person: Person;
  /** Posts to one of the pages' own endpoints, accepting all agreements. */
  post<Data = unknown>(path: string, body?: unknown): Promise<Answered<Data>>;
  party(): Promise<PartyState>;
  verify(): Promise<Answered>;
}

export async function visit(app: RunningApp, who: Newcomer, address: string): Promise<Visit> {
  const session = await enterLink(app, address, who);
  const pages = new Client(`${app.baseUrl}/pages`, session.client.headers);
  const userId = id<'User'>().read(session.entered.userId, 'userId', { zone: 'UTC' });
  const { mobile, realName, identNum } = who;
  const person: Person = { userId, mobile, realName, signPwd: '', client: session.client };
  return {
    who,
    session,
    person,
    post: (path, body = {}) => pages.post(path, { accepted: acceptanceOf(agreementNames), ...Object(body) }),
    party: async () => (await pages.post<PartyState>('/party', {})).envelope.data,
    verify: () =>
      pages.post('/person/verify', { realName, identNum, accepted: acceptanceOf(agreementNames) }),
  };
}

/** Code, intent and signature, through the link only. */
export async function signByLink(app: RunningApp, { session, person }: Visit, flowId: FlowId) {
  return signOnPage(app, session, person, flowId);
}

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** A unique unified social credit code, with the check character of GB 32100. */
export function creditCode(number: number): string {
  const body = `91310000MA1${String(number).padStart(6, '0')}`;
  const sum = WEIGHTS.reduce(
    (total, weight, place) => total + weight * ALPHABET.indexOf(body.charAt(place)),
    0,
  );
  return body + ALPHABET.charAt((31 - (sum % 31)) % 31);
}

let corps = 0;

/** A unique enterprise name, and its credit code. */
export function newCorp(): { readonly corpName: string; readonly corpCode: string } {
  corps += 1;
  return { corpName: `新来第${corps}号（上海）有限公司`, corpCode: creditCode(corps) };
}

/** A person who registers their own enterprise as its legal representative, so that nobody else has to confirm. */
export const asLegalRep = ({ realName, identNum }: Newcomer) => ({
  legalRepName: realName,
  legalRepIdentNo: identNum,
});
