/** Remembers the last seen state of each thing, for messages that contain the difference. */
interface ChangeTracker<Thing, Look> {
  /** Returns the previous and the current state; undefined if nothing has changed since the last call. */
  difference(thing: Thing): { readonly before: Look; readonly now: Look } | undefined;
}

export function createChangeTracker<Thing, Look>(
  things: readonly Thing[],
  look: (thing: Thing) => Look,
): ChangeTracker<Thing, Look> {
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
