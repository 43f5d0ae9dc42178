/** Remembers how things looked, for messages that tell what is different. */
export interface Memory<Thing, Look> {
  /** What there was and what there is; undefined while nothing has changed since it was asked last. */
  difference(thing: Thing): { readonly before: Look; readonly now: Look } | undefined;
}

export function createMemory<Thing, Look>(things: readonly Thing[], look: (thing: Thing) => Look): Memory<Thing, Look> {
  const seen = new Map(things.map((thing) => [thing, look(thing)]));
  return {
    difference: (thing) => {
      const now = look(thing);
      const before = seen.get(thing);
      seen.set(thing, now);
      return before === undefined || JSON.stringify(before) === JSON.stringify(now) ? undefined : { before, now };
    },
  };
}
