import { listCount as operation } from '@cinnabar/api/flows.js';
import { route } from '../../handler.js';
import { viewerOf } from './access.js';
import { readFilters } from './flow-filters.js';
import { countInbox } from './store/inbox.js';

export const listCount = route('operator', operation, (ctx, input) =>
  countInbox(ctx.db, viewerOf(ctx), readFilters(input)),
);
