import { useState } from 'react';

/** Whether it has ever been so: what is loaded on first use must then stay, to end as it should. */
export function useWas(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return was || is;
}
