import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** A component in a file of its own. */
interface Part<Props> {
  /** null until it has been loaded. */
  component: ComponentType<Props> | null;
  /** Loads it, unless it is there. After a failure, drawing it loads it again. */
  readonly load: () => Promise<ComponentType<Props>>;
}

export interface OnDemand<Props> extends Pick<Part<Props>, 'load'> {
  (props: Props): ReactNode;
}

/**
 * A component that is loaded when it is first drawn. React's own way, `lazy` within a `Suspense`, draws the placeholder
 * even if the file is there already, and keeps it for at least 300 ms.
 * @param placeholder drawn until the file has arrived
 */
export function onDemand<Props extends object>(
  importFile: () => Promise<{ readonly default: ComponentType<Props> }>,
  placeholder: ReactNode = null,
): OnDemand<Props> {
  const part: Part<Props> = {
    component: null,
    async load() {
      part.component ??= (await importFile()).default;
      return part.component;
    },
  };
  return Object.assign((props: Props) => <Drawn {...{ part, props, placeholder }} />, { load: part.load });
}

interface DrawnProps<Props> {
  readonly part: Part<Props>;
  readonly props: Props;
  readonly placeholder: ReactNode;
}

function Drawn<Props extends object>({ part, props, placeholder }: DrawnProps<Props>) {
  const [Loaded, setLoaded] = useState(() => part.component);
  const isMissing = Loaded === null;
  useEffect(() => {
    if (!isMissing) return;
    const draw = (component: ComponentType<Props>) => setLoaded(() => component);
    // Thrown while it is drawn, the error reaches the page that tells of errors.
    const fail = (error: unknown) =>
      setLoaded(() => {
        throw error;
      });
    part.load().then(draw, fail);
  }, [part, isMissing]);
  return Loaded === null ? placeholder : <Loaded {...props} />;
}
