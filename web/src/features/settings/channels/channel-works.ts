export type ChannelWork = 'switch' | 'test' | 'secret' | 'remove';

/** The calls under way for a channel. A test may still wait for its answer while the channel is removed. */
type Works = ReadonlySet<ChannelWork>;

export const noWork: Works = new Set();

export const withWork = (works: Works, work: ChannelWork): Works => new Set([...works, work]);

/** The end of one work leaves the others under way. */
export const withoutWork = (works: Works, ended: ChannelWork): Works =>
  new Set([...works].filter((work) => work !== ended));
