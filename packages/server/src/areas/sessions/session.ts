import type { ConsoleSession } from '../../operation/context.js';

export type { LoginMethod } from '../../database/tables/console-sessions.js';
export type { ConsoleSession } from '../../operation/context.js';

export type ConsoleSessionId = ConsoleSession['sessionId'];
