import { lazy, useState, type ComponentType } from 'react';

/**
 * Returns a component whose code is loaded when it is first drawn, or earlier by `load`, in which case it appears
 * immediately. React holds a component that waits for its code back for 300 ms to avoid flicker, even if the code
 * arrives after 1 ms.
 */
export function lazyPart<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | null = null;
  const load = async () => {
    ready ??= await fetch();
    return { default: ready };
  };
  const Later = lazy(load);
  function Part(props: Props) {
    // A drawn part keeps its component: replacing it would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return { Part, load };
}
