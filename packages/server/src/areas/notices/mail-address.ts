import type { MailLanguage } from '@cinnabar/api/schemas/email.js';
import type { Tx } from '../../database/schema.js';
import { languageFor } from './rules.js';
import { type AddressKey, saveAddress } from './store.js';

/** What a request states about mail to a person. */
export interface GivenMail {
  readonly email?: string | undefined;
  readonly language?: MailLanguage | undefined;
}

/** Stores the address of a request, if it contains one. It identifies nobody and is looked up by nothing. */
export async function saveGivenMail(
  tx: Tx,
  key: AddressKey,
  { email, language }: GivenMail,
  mobile: string,
  now: Date,
): Promise<void> {
  if (email === undefined) return;
  await saveAddress(tx, key, { address: email, language: languageFor(language, mobile) }, now);
}
