import { zoneOffset } from '@cinnabar/api/date-time.js';

/** Workbooks have no time zones: times are written as the platform's local time, encoded as if it were UTC. */
export function localTime(moment: number, zone: string): number {
  return Math.floor((moment + zoneOffset(zone, moment)) / 1000) * 1000;
}
