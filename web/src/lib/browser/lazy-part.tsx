import { lazy, useState, type ComponentType } from 'react';

/**
 * A component that is loaded when it is drawn, or before by `load`: then it stands at once. Whatever waits for its code
 * is kept back by React for 300 ms so that nothing flickers, though the code be there after one.
 */
export function lazyPart<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | null = null;
  const load = async () => {
    ready ??= await fetch();
    return { default: ready };
  };
  const Later = lazy(load);
  function Part(props: Props) {
    // What has been drawn stays what it was: another component would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return { Part, load };
}
