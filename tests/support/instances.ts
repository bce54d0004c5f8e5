import type { App } from '@cinnabar/server/composition/app.js';
import { openRoundRobin } from './round-robin.js';

type Settings = Readonly<Record<string, string>>;

export interface Instance {
  readonly app: App;
  /** As `http://host:port`. */
  readonly address: string;
}

/** A service of one instance or of several. */
export interface Running {
  /** The first instance. */
  readonly app: App;
  readonly baseUrl: string;
  close(): Promise<void>;
}

export function alone({ app, address }: Instance): Running {
  return { app, baseUrl: address, close: () => app.close() };
}

/**
 * Instances on the same database and files behind a proxy at the PORT of the settings. Each has its own connections,
 * caches, limits and jobs, as processes do; they share compiled code, the processes for documents and the event loop.
 */
export async function several(
  settings: Settings,
  count: number,
  start: (settings: Settings) => Promise<Instance>,
): Promise<Running> {
  const instances: Instance[] = [];
  const proxy = await openRoundRobin(Number(settings['PORT']), async (path) => {
    if (path === '/sandbox/clock') await sameTime(instances);
  });
  const close = async (): Promise<void> => {
    await proxy.close();
    await Promise.all(instances.map(({ app }) => app.close()));
  };
  try {
    while (instances.length < count) {
      instances.push(await start({ BASE_URL: proxy.baseUrl, ...settings, PORT: '0' }));
    }
    const [first] = instances;
    if (first === undefined) throw new RangeError(`not a number of instances: ${count}`);
    proxy.sendTo(instances.map(({ address }) => address));
    return { app: first.app, baseUrl: proxy.baseUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The others follow a moved clock within half a second, for which no test waits. */
async function sameTime(instances: readonly Instance[]): Promise<void> {
  const offsets = () => new Set(instances.map(({ app }) => app.services.clock.offsetMs));
  while (offsets().size > 1) await new Promise((resolve) => setTimeout(resolve, 20));
}
