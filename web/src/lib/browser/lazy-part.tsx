import { lazy, useState, type ComponentType } from 'react';

/**
 * A component that is loaded when it is drawn, or before by `load`; then it appears at once. React holds back a
 * component that waits for its code for 300 ms against flicker, even if the code arrives after one.
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
