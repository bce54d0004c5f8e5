import type { payChannelList } from '@cinnabar/api/operations/pay-channels.js';
import type { DataOf } from '../../api/wire.js';

export type Channel = DataOf<typeof payChannelList>[number];

/** The sheet that is open, and for which channel. */
export type OpenChannel =
  | { readonly sheet: 'new' }
  | { readonly sheet: 'edit' | 'test' | 'disable'; readonly channel: Channel };
