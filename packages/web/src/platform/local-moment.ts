/** 2026-12-01 14:03, where the browser is, of a time in UTC. */
export function localMoment(moment: string): string {
  const time = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
