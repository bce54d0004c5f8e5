/** A contract as a copier sees it. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { type Infer, nullable, object } from '../schema.js';
import { flowPage } from './flow-page.js';
import { anyText, nothing } from './page-fields.js';

export const copyPageView = object({ ...flowPage.fields, finishTime: nullable(anyText()) });
export type CopyPageView = Infer<typeof copyPageView>;

export const viewCopy = pageOperation({
  path: '/pages/copy/view',
  caller: 'link',
  links: { copy: 'any' },
  linksUntil: 'withdrawn',
  request: nothing,
  answer: data(copyPageView),
  title: { zh: '抄送页', en: 'View the page of a copier' },
});
