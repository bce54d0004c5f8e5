import { type LinkKind, linkKinds, scopeFor } from '../links.js';
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { object } from '../schema.js';
import { acceptances } from './acceptances.js';
import { nothing } from './page-fields.js';

const every = Object.keys(linkKinds).filter((kind): kind is LinkKind => Object.hasOwn(linkKinds, kind));

/** Accepts agreements that an operation requires of a link's person. */
export const acceptConsents = pageOperation({
  path: '/pages/consents/accept',
  caller: 'link',
  links: scopeFor('any', ...every),
  writes: true,
  request: object({ accepted: acceptances }),
  answer: data(nothing),
  title: { zh: '同意协议', en: 'Accept agreements' },
});
