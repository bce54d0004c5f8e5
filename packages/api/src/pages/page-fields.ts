/** Fields shared by page operations. Timestamps are text in the interface's format unless stated otherwise. */
import { FlowStatus } from '../enums.js';
import { type ErrorReason, errorReasons } from '../errors.js';
import { wrongType } from '../schema/faults.js';
import { dateTime, object, oneOf, optional, type Schema, type SchemaRules, schema, text } from '../schema.js';

/** An empty request or response. */
export const nothing = object({});

/** Response text of any length. */
export const anyText = (): Schema<string> => text(0, Number.MAX_SAFE_INTEGER);

/** 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
export const flowStatus = () => oneOf(...Object.values(FlowStatus));

/**
 * Value returned by the request for a code and sent back with the code: a code can be verified only where it was
 * requested.
 */
export const askedField = optional(text(1, 200));

function isReason(value: unknown): value is ErrorReason {
  return typeof value === 'string' && Object.hasOwn(errorReasons, value);
}

/** The reason of a refusal, as errors carry it. */
export const errorReason: Schema<ErrorReason> = schema<SchemaRules<ErrorReason>>({
  read(value, path) {
    if (isReason(value)) return value;
    throw wrongType(path, 'reason');
  },
  write(value, path, writing) {
    if (!isReason(value)) writing.mismatch(path, 'a reason');
    return value;
  },
  describe: { type: 'string', enum: Object.keys(errorReasons) },
});

/** A timestamp in UTC (ISO 8601), whatever the zone of the service. */
export const utcMoment = (): Schema<Date> => ({
  ...dateTime(),
  write(value, path, writing) {
    if (value instanceof Date) return value.toISOString();
    writing.mismatch(path, 'date-time');
    return value;
  },
});
