import { useEffect, useState } from 'react';
import { useConsole } from '../../shared/console/console-door.js';

/** The time by the service's clock, exact to a minute: ages and deadlines do not depend on the browser's. */
export function useNow(): number {
  const { serviceTime } = useConsole();
  const [now, setNow] = useState(serviceTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceTime()), 60_000);
    return () => clearInterval(timer);
  }, [serviceTime]);
  return now;
}
