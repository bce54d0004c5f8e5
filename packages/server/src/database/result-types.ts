import pg from 'pg';
import { DatabaseError } from './database-error.js';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

/** Ids are JSON numbers: one that a double cannot represent must fail explicitly and not be rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new DatabaseError('unsafe-integer', `bigint ${text} is outside the safe range of a number`);
}

/** `{1,2,NULL}`: an array of bigint has neither quotes nor nesting in this schema. */
function parseInt8Array(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  if (inside === '') return [];
  return inside.split(',').map((item) => (item === 'NULL' ? null : parseInt8(item)));
}

/**
 * Parsers of column values, for our connections only (the driver's global table is unchanged): bigint as a checked
 * number, numeric as string (the driver's default), timestamptz as Date, json parsed, and date as `yyyy-MM-dd`, because
 * a calendar day has no time zone and the driver would use that of the machine.
 */
export function readResultTypes(): pg.TypeOverrides {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8, parseInt8);
  parsers.setTypeParser(INT8_ARRAY, parseInt8Array);
  parsers.setTypeParser(DATE, (text: string) => text);
  return parsers;
}
